/// The fixed parts of the HTML report: its structure, its style and its script.
enum HTMLPage {
  static let body = """
    <header class="top">
      <h1 id="outcome"></h1>
      <p id="when" class="quiet"></p>
      <ul id="subjects"></ul>
      <ul id="counts" class="counts"></ul>
    </header>
    <form id="filters" class="filters" role="search">
      <label>Search <input id="search" type="search" autocomplete="off" placeholder="id, title, text (press /)"></label>
      <label>Verdict <select id="verdict"><option value="">all</option></select></label>
      <label>Level <select id="level"><option value="">all</option><option>MUST</option><option>SHOULD</option><option>MAY</option></select></label>
      <label><input id="gating" type="checkbox"> only what gates</label>
      <span id="shown" class="quiet" aria-live="polite"></span>
    </form>
    <nav class="tabs" aria-label="What is shown">
      <a href="#vectors">Vectors</a> <a href="#clauses">Clauses</a> <a href="#unproven">What this does not prove</a>
    </nav>
    <main id="main" tabindex="-1"></main>
    <footer class="quiet">Keys: <kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open.</footer>
    """

  static let style = """

    :root { color-scheme: light dark; --back: #ffffff; --panel: #f4f5f7; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --good: #116329; --bad: #a40e26; --warn: #7a4b00; --mark: #fff1c2; --link: #0757b8; }
    @media (prefers-color-scheme: dark) { :root { --back: #0f1317; --panel: #181d23; --text: #e6eaef; --quiet: #9ba6b2; --line: #343c46; --good: #57c878; --bad: #ff8a8a; --warn: #e5b567; --mark: #4a3c0a; --link: #7fb6ff; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4rem; }
    body { margin: 0 auto; max-width: 75rem; padding: 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
    h1 { margin: 0; font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
    a { color: var(--link); } .quiet { color: var(--quiet); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
    code, pre, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875rem; overflow-wrap: anywhere; }
    pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow: auto; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; }
    .counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: .75rem 0; }
    .counts li { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .75rem; } .counts b { font-size: 1.15rem; margin-right: .35rem; }
    .filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; position: sticky; top: 0; background: var(--back); padding: .5rem 0; border-bottom: 1px solid var(--line); z-index: 1; }
    .filters input[type=search] { width: min(20rem, 60vw); } input, select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--quiet); border-radius: 6px; padding: .2rem .5rem; }
    .tabs { display: flex; flex-wrap: wrap; gap: 1rem; margin: .75rem 0; } .tabs a[aria-current] { font-weight: 600; text-decoration: none; color: var(--text); border-bottom: 2px solid var(--text); }
    details.row { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 3rem; }
    details.row > summary { display: grid; grid-template-columns: 9.5rem minmax(12rem, 1fr) 2fr; gap: .25rem .75rem; padding: .5rem .25rem; cursor: pointer; list-style: none; }
    details.row > summary::-webkit-details-marker { display: none; } summary:focus-visible, a:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .inside { padding: 0 .25rem 1rem 1rem; } .card { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; }
    .card.bad { border-left: 4px solid var(--bad); color: inherit; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .25rem 0; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
    .badge { white-space: nowrap; font-weight: 600; } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; } img.shot { max-width: 100%; border: 1px solid var(--line); }
    @media (max-width: 40rem) { body { padding: .75rem; } details.row > summary { grid-template-columns: 1fr; gap: 0; } .filters { position: static; } dl { grid-template-columns: 1fr; } }
    @media print { .filters, .tabs, footer { display: none; } pre { max-height: none; } body { max-width: none; } }

    """
}
