extension HTMLPage {
  /// Shows the data: text is only ever set as text, so that nothing of it can become markup.
  static let script = scriptTools + scriptRows + scriptLists

  /// The data, and small helpers.
  private static let scriptTools = #"""

    (() => {
      "use strict";
      const data = JSON.parse(document.getElementById("data").textContent);
      const at = id => document.getElementById(id);
      const make = (tag, text, name) => {
        const element = document.createElement(tag);
        if (text !== undefined) element.textContent = text;
        if (name) element.className = name;
        return element;
      };
      const put = (parent, ...children) => { parent.append(...children); return parent; };
      const tone = verdict => ({ passed: "good", failed: "bad", unexpectedPass: "bad", harnessError: "bad", couldNotRun: "warn", ambiguous: "warn", knownFailure: "warn" })[verdict] || "quiet";
      const sign = verdict => ({ passed: "✓", failed: "✘", unexpectedPass: "✘", harnessError: "!", couldNotRun: "?", ambiguous: "?", knownFailure: "○" })[verdict] || "–";
      const order = { failed: 0, unexpectedPass: 0, harnessError: 1, couldNotRun: 2, ambiguous: 2, knownFailure: 3, passed: 4, untested: 4, notApplicable: 5 };
      const count = (number, one, many) => number + " " + (number === 1 ? one : many);
      const clauses = new Map(data.clauses.map(clause => [clause.id, clause]));
      const vectors = new Map(data.vectors.map(vector => [vector.id, vector]));
      const lists = { vectors: data.vectors, clauses: data.clauses };
      const key = (kind, id) => kind + "=" + encodeURIComponent(id);
      const link = (kind, id) => { const made = make("a", id, "id"); made.href = "#" + key(kind, id); return made; };
      // What cannot be seen, or changes how its neighbours are seen, is shown by its number.
      const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
      const visible = text => text.replace(unseen, found => "⟨U+" + found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");

      // Where a fragment leads: a list, and what of it is to be opened.
      function place() {
        const [name, ...rest] = location.hash.slice(1).split("=");
        const list = name.startsWith("clause") ? "clauses" : name === "unproven" ? "unproven" : "vectors";
        let id = rest.join("=");
        try { id = decodeURIComponent(id); } catch { /* it stands as it is */ }
        return { list, id, kind: list === "clauses" ? "clause" : "vector" };
      }

    """#

  /// What stands in a row when it is opened.
  private static let scriptRows = #"""
      const tokens = text => text.match(/\w+|\s+|[^\w\s]/gu) || [];
      // The parts before and after what differs; null when too little is the same to say so.
      function difference(expected, actual) {
        const [left, right] = [tokens(expected), tokens(actual)];
        let start = 0, end = 0;
        while (start < left.length && start < right.length && left[start] === right[start]) start++;
        while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
        const same = left.slice(0, start).join("").length + left.slice(left.length - end).join("").length;
        return same * 2 >= Math.min(expected.length, actual.length) ? [start, end] : null;
      }
      function marked(text, edges) {
        const line = make("code");
        const parts = tokens(text);
        const middle = edges ? parts.slice(edges[0], parts.length - edges[1]).join("") : "";
        if (!middle) { line.textContent = visible(text); return line; }
        return put(line, visible(parts.slice(0, edges[0]).join("")), make("mark", visible(middle)), visible(parts.slice(parts.length - edges[1]).join("")));
      }
      function terms(pairs) {
        const list = make("dl");
        for (const [term, value] of pairs) {
          if (value === "" || value === undefined) continue;
          put(list, make("dt", term), put(make("dd"), value));
        }
        return list;
      }

      function finding(found, isCited) {
        const decides = found.gates && !found.known;
        const edges = difference(found.expected, found.actual);
        const clause = clauses.get(found.clause);
        const kind = (found.known ? "known failure" : found.gates ? "fails the run" : "advisory") + (isCited ? "" : ", beside what this vector checks");
        return put(make("div", undefined, "card" + (decides ? " bad" : "")), terms([
          ["where", (found.step ? "step " + found.step : "the whole vector") + (found.at ? ", " + found.at : "")],
          ["expected", marked(found.expected, edges)],
          ["received", marked(found.actual, edges)],
          ["clause", put(make("span"), link("clause", found.clause), make("span", " " + (clause ? clause.level + ", " : "") + kind, "quiet"))],
          ["says", clause ? clause.text : ""],
          ["source", clause ? clause.source : ""],
          ["said at", found.location],
        ]));
      }

      function step(shown, number, isBroken) {
        const part = make("section");
        put(part, make("h3", (isBroken ? "✘ " : "") + number + ". " + shown.what, isBroken ? "bad" : ""));
        for (const line of shown.said) put(part, make("div", line, "quiet"));
        for (const blocks of shown.seen) {
          for (const [heading, text] of blocks) {
            if (text.startsWith("data:image/png;base64,")) {
              const picture = make("img", undefined, "shot");
              picture.src = text;
              picture.alt = heading;
              put(part, picture);
            } else {
              put(part, make("div", heading, "heading"), make("pre", visible(text)));
            }
          }
        }
        return part;
      }

      function vectorInside(vector) {
        const inside = make("div", undefined, "inside");
        for (const reason of vector.reasons) put(inside, make("p", visible(reason), "warn"));
        const isCited = found => vector.clauses.includes(found.clause);
        for (const found of vector.findings.filter(isCited)) put(inside, finding(found, true));
        for (const found of vector.findings.filter(found => !isCited(found))) put(inside, finding(found, false));
        if (vector.reproduce) put(inside, make("div", "reproduce", "heading"), make("pre", visible(vector.reproduce)));
        const cited = make("p", "Checks ");
        vector.clauses.forEach((id, index) => put(cited, index ? ", " : "", link("clause", id)));
        put(inside, cited, make("p", "Written at " + vector.location, "quiet"));
        const broken = new Set(vector.findings.filter(found => found.gates && !found.known).map(found => found.step));
        vector.steps.forEach((shown, index) => put(inside, step(shown, index + 1, broken.has(index + 1))));
        if (data.isTrimmed && vector.verdict === "passed") put(inside, make("p", "What was sent and received is left out here, to keep this file small; the transcripts beside it have it.", "quiet"));
        return inside;
      }

      function clauseInside(clause) {
        const inside = make("div", undefined, "inside");
        put(inside, make("p", clause.text), terms([
          ["source", clause.source], ["known by", clause.provenance], ["role", clause.role],
          ["gates", clause.gates ? "yes: breaking it fails the run" : "no: breaking it is reported only"],
          ["excluded", clause.excluded],
        ]));
        if (clause.vectors.length) put(inside, make("div", "checked by", "heading"));
        for (const id of clause.vectors) {
          const vector = vectors.get(id);
          put(inside, put(make("div"), make("span", sign(vector && vector.verdict) + " ", tone(vector && vector.verdict)), link("vector", id)));
        }
        return inside;
      }

      let isPrinting = false;
      function row(kind, item) {
        const details = make("details", undefined, "row " + kind);
        details.id = key(kind, item.id);
        const summary = make("summary");
        const isKnown = kind === "clause" && item.known;
        const word = kind === "vector" ? item.words : isKnown ? "known failure" : item.verdict === "notApplicable" ? "not applicable" : item.verdict;
        const verdict = isKnown ? "knownFailure" : item.verdict;
        put(summary, make("span", sign(verdict) + " " + word, "badge " + tone(verdict)));
        if (kind === "clause") put(summary, make("span", item.level, item.gates ? "level" : "level quiet"));
        put(summary, make("span", item.id, "id"), make("span", kind === "vector" ? item.title : item.text));
        put(details, summary);
        details.addEventListener("toggle", () => {
          if (!details.open) return;
          if (details.childElementCount === 1) put(details, kind === "vector" ? vectorInside(item) : clauseInside(item));
          if (!isPrinting) history.replaceState(null, "", "#" + details.id);
        });
        return details;
      }

    """#

  /// What lists show, and how they are moved about in.
  private static let scriptLists = #"""
      const texts = new Map();
      function searchable(kind, item) {
        const name = kind + item.id;
        if (!texts.has(name)) {
          const parts = kind === "vector" ? [item.id, item.title, ...item.clauses, ...item.reasons, ...item.findings.map(found => found.expected + " " + found.actual)] : [item.id, item.text, item.source];
          texts.set(name, parts.join(" ").toLowerCase());
        }
        return texts.get(name);
      }
      function filter(kind) {
        const words = at("search").value.toLowerCase().split(/\s+/).filter(Boolean);
        const level = at("level").value, verdict = at("verdict").value, contract = at("contract").value;
        const gating = at("gating").checked;
        return item => {
          if (verdict && item.verdict !== verdict || contract && item.contract !== contract) return false;
          if (level || gating) {
            const about = kind === "vector" ? item.clauses.map(id => clauses.get(id)).filter(Boolean) : [item];
            if (!about.some(clause => (!level || clause.level === level) && (!gating || clause.gates))) return false;
          }
          return words.every(word => searchable(kind, item).includes(word));
        };
      }

      // Rows are made a few at a time, so that the page answers meanwhile.
      let pending = { parts: [], next: 0 };
      function grow(list, until) {
        const fragment = document.createDocumentFragment();
        while (list.next < list.parts.length && !until(list.next)) put(fragment, list.parts[list.next++].make());
        list.main.append(fragment);
      }
      function growSoon(list) {
        if (list !== pending || list.next >= list.parts.length) return;
        const end = performance.now() + 12;
        grow(list, number => number % 20 === 0 && performance.now() > end);
        setTimeout(() => growSoon(list));
      }
      function begin(main, parts) {
        pending = { main, parts, next: 0 };
        grow(pending, number => number >= 60);
        setTimeout(growSoon, 0, pending);
      }

      const area = id => id.split(".").slice(0, 2).join(".");
      function list(main, kind, items) {
        const fitting = items.filter(filter(kind));
        const parts = [];
        if (kind === "vector") {
          fitting.sort((a, b) => order[a.verdict] - order[b.verdict]);
          for (const item of fitting) parts.push({ id: item.id, make: () => row(kind, item) });
        } else {
          const areas = new Map();
          for (const item of fitting) {
            if (!areas.has(area(item.id))) areas.set(area(item.id), []);
            areas.get(area(item.id)).push(item);
          }
          for (const [name, members] of areas) {
            const failed = members.filter(clause => clause.verdict === "failed").length;
            parts.push({ make: () => make("h2", name + " (" + count(members.length, "clause", "clauses") + (failed ? ", " + failed + " failed" : "") + ")") });
            for (const item of members) parts.push({ id: item.id, make: () => row(kind, item) });
          }
        }
        at("shown").textContent = fitting.length + " of " + items.length;
        if (!fitting.length) put(main, make("p", "Nothing fits these filters."));
        begin(main, parts);
      }

      function unproven(main) {
        put(main, make("p", "A green run says that no difference was seen where it looked. It did not look at what stands here."));
        const groups = new Map();
        for (const clause of data.clauses) {
          if (clause.verdict === "passed" || clause.verdict === "failed") continue;
          const reason = clause.excluded || (clause.verdict === "notApplicable" ? "does not apply to this target" : "no vector of this run checked it");
          if (!groups.has(reason)) groups.set(reason, []);
          groups.get(reason).push(clause);
        }
        if (!groups.size) put(main, make("p", "Every clause of the roles under test was looked at."));
        for (const [reason, members] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
          put(main, make("h2", reason + " (" + members.length + ")"));
          for (const clause of members) put(main, put(make("div"), link("clause", clause.id), make("span", " " + clause.level, "quiet")));
        }
        begin(main, []);
      }

      function choose(select, values) {
        const former = select.value;
        while (select.options.length > 1) select.remove(1);
        for (const [value, word] of values) {
          const option = make("option", word);
          option.value = value;
          put(select, option);
        }
        select.value = former;
        if (select.selectedIndex < 0) select.value = "";
      }
      const spaced = verdict => verdict.replace(/[A-Z]/g, letter => " " + letter.toLowerCase());

      const filters = () => [at("search").value, at("verdict").value, at("level").value, at("contract").value, at("gating").checked].join("\n");
      // Which list is shown, and with which filters; shown again only when that changes.
      let shownAs = "", shownWith = "";
      function show() {
        const { list: name, id, kind } = place();
        const items = lists[name];
        const isThere = id && items && items.some(item => item.id === id);
        if (shownAs !== name) {
          at("filters").hidden = !items;
          if (items) choose(at("verdict"), [...new Set(items.map(item => item.verdict))].sort((a, b) => order[a] - order[b]).map(verdict => [verdict, spaced(verdict)]));
        }
        if (isThere && !filter(kind)(items.find(item => item.id === id))) { at("filters").reset(); }
        if (shownAs !== name || shownWith !== filters()) {
          shownAs = name;
          shownWith = filters();
          const main = at("main");
          main.replaceChildren();
          if (items) list(main, kind, items); else unproven(main);
          for (const tab of document.querySelectorAll(".tabs a")) {
            if (tab.hash === "#" + name) tab.setAttribute("aria-current", "page"); else tab.removeAttribute("aria-current");
          }
          for (const button of document.querySelectorAll(".counts button")) button.setAttribute("aria-pressed", name === "vectors" && at("verdict").value === button.value);
        }
        if (isThere) reveal(kind, id);
      }

      function reveal(kind, id) {
        const { parts } = pending;
        grow(pending, number => number > 0 && parts[number - 1].id === id);
        const target = at(key(kind, id));
        if (!target) return;
        target.open = true;
        target.firstElementChild.focus({ preventScroll: true });
        target.scrollIntoView();
      }

      function head() {
        const outcome = at("outcome");
        outcome.textContent = data.outcome + (data.interrupted ? ", interrupted" : "");
        outcome.className = data.outcome === "conformant" ? "good" : data.outcome === "incomplete" ? "warn" : "bad";
        at("when").textContent = [data.when, data.clock + " time", "exit status " + data.exit, "conform " + data.version].filter(Boolean).join(", ");
        for (const subject of data.subjects) {
          const item = make("li", subject.name + ": " + subject.contract + ", " + subject.roles + (subject.url ? ", " + subject.url : ""));
          for (const warning of subject.warnings) put(item, make("div", "Warning: " + warning, "bad"));
          put(at("subjects"), item);
        }
        at("targets").open = data.subjects.length < 4 || data.subjects.some(subject => subject.warnings.length);
        at("targets").firstElementChild.textContent = count(data.subjects.length, "target", "targets");
        for (const { verdict, words, count } of data.counts) {
          if (!count) continue;
          const button = put(make("button"), make("b", count, tone(verdict)), make("span", words));
          button.type = "button";
          button.value = verdict;
          button.addEventListener("click", () => {
            const isOn = button.getAttribute("aria-pressed") === "true";
            history.replaceState(null, "", "#vectors");
            at("filters").reset();
            show();
            at("verdict").value = isOn ? "" : verdict;
            show();
          });
          put(at("counts"), put(make("li"), button));
        }
        const tally = (gates, verdict) => data.clauses.filter(clause => clause.gates === gates && clause.verdict === verdict).length;
        at("tally").textContent = count(data.clauses.length, "clause", "clauses") + ": of those that gate " + tally(true, "passed") + " passed, " + tally(true, "failed") + " failed, " + tally(true, "untested") + " untested; advisory " + tally(false, "passed") + " passed, " + tally(false, "failed") + " failed";
        const broken = data.clauses.filter(clause => clause.verdict === "failed" && clause.gates && !clause.known);
        at("broken").hidden = !broken.length;
        for (const clause of broken.slice(0, 12)) put(at("broken").lastElementChild, put(make("li"), link("clause", clause.id), make("span", " " + clause.text)));
        if (broken.length > 12) put(at("broken").lastElementChild, make("li", "and " + (broken.length - 12) + " more"));
        const contracts = [...new Set(data.subjects.map(subject => subject.contract))];
        choose(at("contract"), contracts.map(contract => [contract, contract]));
        at("contract").parentElement.hidden = contracts.length < 2;
      }

      function move(step) {
        const rows = [...document.querySelectorAll("details.row > summary")];
        const index = rows.indexOf(document.activeElement);
        const next = rows[Math.min(rows.length - 1, Math.max(0, index + step))];
        if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
      }
      document.addEventListener("keydown", event => {
        const active = document.activeElement;
        if (event.key === "Escape" && active.form === at("filters")) { active.blur(); return; }
        if (/^(INPUT|SELECT)$/.test(active.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "/" && !at("filters").hidden) { event.preventDefault(); at("search").focus(); }
        if (event.key === "j") move(1);
        if (event.key === "k") move(-1);
      });
      at("filters").addEventListener("submit", event => event.preventDefault());
      let waiting;
      at("filters").addEventListener("input", event => { clearTimeout(waiting); waiting = setTimeout(() => { history.replaceState(null, "", "#" + shownAs); show(); }, event.target.type === "search" ? 80 : 0); });
      addEventListener("hashchange", show);
      // The browser goes to the fragment by itself once the page is there, and takes the focus away.
      addEventListener("load", () => setTimeout(() => { const { kind, id } = place(); if (id) reveal(kind, id); }));
      addEventListener("beforeprint", () => {
        isPrinting = true;
        if (pending.main) grow(pending, () => false);
        for (const mark of document.querySelectorAll("summary > .bad")) mark.closest("details").open = true;
      });
      addEventListener("afterprint", () => { isPrinting = false; });
      head();
      show();
    })();

    """#
}
