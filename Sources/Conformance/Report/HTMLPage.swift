/// The fixed parts of the HTML report: its structure, its style and its script.
enum HTMLPage {
  static let body = """
    <header class="top">
      <h1 id="outcome"></h1>
      <p id="when" class="quiet"></p>
      <details id="targets" open><summary></summary><ul id="subjects"></ul></details>
      <ul id="counts" class="counts" aria-label="Vectors by verdict"></ul>
      <p id="tally"></p>
      <section id="broken" class="card bad" hidden><h2>Clauses that fail the run</h2><ul></ul></section>
    </header>
    <nav class="tabs" aria-label="What is shown">
      <a href="#vectors">Vectors</a> <a href="#clauses">Clauses</a> <a href="#unproven">What this does not prove</a>
    </nav>
    <form id="filters" class="filters" role="search" autocomplete="off">
      <label class="wide">Search <input id="search" type="search" placeholder="id, title, text (press /)"></label>
      <label>Verdict <select id="verdict"><option value="">all</option></select></label>
      <label>Level <select id="level"><option value="">all</option><option>MUST</option><option>SHOULD</option><option>MAY</option></select></label>
      <label>Contract <select id="contract"><option value="">all</option></select></label>
      <label class="check"><input id="gating" type="checkbox"> only what gates</label>
      <span id="shown" class="quiet" role="status"></span>
    </form>
    <main id="main" tabindex="-1"></main>
    <footer class="quiet">Keys: <kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>Esc</kbd> leave the filters.</footer>
    """

  static let style = """

    :root { color-scheme: light dark; --back: #ffffff; --panel: #f4f5f7; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --good: #116329; --bad: #a40e26; --warn: #7a4b00; --mark: #ffe58f; --link: #0757b8; }
    @media (prefers-color-scheme: dark) { :root { --back: #0f1317; --panel: #181d23; --text: #e6eaef; --quiet: #9ba6b2; --line: #343c46; --good: #57c878; --bad: #ff8a8a; --warn: #e5b567; --mark: #5a4a10; --link: #7fb6ff; } }
    * { box-sizing: border-box; } [hidden] { display: none !important; }
    html { scroll-padding-top: 5rem; scrollbar-gutter: stable; }
    body { margin: 0 auto; max-width: 75rem; padding: 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
    h1 { margin: 0; font-size: 1.6rem; } h1::first-letter { text-transform: uppercase; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; overflow-wrap: anywhere; }
    p { margin: .5rem 0; } .top ul { margin: .25rem 0; padding-left: 1.25rem; } .top > details > summary { cursor: pointer; }
    a { color: var(--link); } .quiet { color: var(--quiet); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
    code, pre, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875rem; overflow-wrap: anywhere; } code { unicode-bidi: isolate; white-space: pre-wrap; }
    pre { margin: .25rem 0 .75rem; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; max-height: 30rem; overflow: auto; unicode-bidi: isolate; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; font-weight: 600; } .heading { color: var(--quiet); font-size: .875rem; margin-top: .5rem; }
    .top .counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: .75rem 0; }
    .counts button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .75rem; min-height: 2.25rem; cursor: pointer; } .counts button[aria-pressed=true] { border-color: var(--text); outline: 1px solid var(--text); } .counts b { font-size: 1.15rem; margin-right: .35rem; }
    .tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; } .tabs a { padding: .25rem 0; } .tabs a[aria-current] { font-weight: 600; text-decoration: none; color: var(--text); border-bottom: 2px solid var(--text); }
    .filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; position: sticky; top: 0; background: var(--back); padding: .5rem 0; border-bottom: 1px solid var(--line); z-index: 1; }
    .filters input[type=search] { width: min(18rem, 60vw); } input, select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--quiet); border-radius: 6px; padding: .2rem .5rem; } input[type=checkbox] { width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; accent-color: var(--link); } ::placeholder { color: var(--quiet); opacity: 1; }
    details.row { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.6rem; }
    details.row > summary { display: grid; grid-template-columns: 1rem 8.5rem minmax(14rem, 2fr) 3fr; gap: .25rem .5rem; padding: .5rem .25rem; cursor: pointer; list-style: none; } details.clause > summary { grid-template-columns: 1rem 8.5rem 5rem minmax(14rem, 2fr) 3fr; }
    details.row > summary::before { content: "▸"; color: var(--quiet); } details.row[open] > summary::before { content: "▾"; } details.row > summary:hover { background: var(--panel); } details.row[open] { content-visibility: visible; }
    details.row > summary::-webkit-details-marker { display: none; } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; } main:focus-visible { outline: none; } details.row > summary:focus-visible { outline-offset: -2px; }
    .inside { padding: 0 .25rem 1rem 1.75rem; } .card { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; } .card h2 { margin: 0; }
    .card.bad { border-left: 4px solid var(--bad); color: inherit; } dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .75rem; margin: .25rem 0; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
    .badge { white-space: nowrap; font-weight: 600; } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; } img.shot { display: block; max-width: min(100%, 24rem); border: 1px solid var(--line); } footer { margin-top: 2rem; }
    @media (max-width: 48rem) { body { padding: .75rem; } details.row > summary, details.clause > summary { grid-template-columns: 1rem minmax(0, 1fr); gap: 0 .25rem; } details.row > summary > * { grid-column: 2; } details.row > summary > .badge { grid-row: 1; } details.clause > summary > .level { grid-row: 1; justify-self: end; } .filters .check { display: flex; gap: .5rem; align-items: center; min-height: 2.5rem; } .filters .check input { min-height: 0; } .inside { padding-left: .25rem; } .filters { position: static; display: grid; grid-template-columns: 1fr 1fr; } .filters .wide, .filters .check { grid-column: 1 / -1; } .filters label:not(.check) { display: grid; } .filters input[type=search] { width: 100%; } input, select { min-height: 2.5rem; } html { scroll-padding-top: .5rem; } }
    @media (max-width: 30rem) { #broken li span { display: none; } dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .4rem; } }
    @media print { .filters, .tabs, footer { display: none; } pre { max-height: none; } body { max-width: none; } details.row { content-visibility: visible; } }

    """
}
