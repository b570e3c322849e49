extension HTMLPage {
  /// Shows the data: text is only ever set as text, so that nothing of it can become markup.
  static let script = #"""

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
      const clauses = new Map(data.clauses.map(clause => [clause.id, clause]));
      const key = (kind, id) => kind + "=" + encodeURIComponent(id);

      function head() {
        const outcome = at("outcome");
        outcome.textContent = data.outcome + (data.interrupted ? ", interrupted" : "");
        outcome.className = data.outcome === "conformant" ? "good" : "bad";
        at("when").textContent = data.startedAt + ", " + data.seconds + ", " + data.clock + " time, exit status " + data.exit + ", conform " + data.version;
        for (const subject of data.subjects) {
          const row = make("li", subject.name + " against " + subject.contract + " (" + subject.roles + ")" + (subject.url ? " at " + subject.url : ""));
          for (const warning of subject.warnings) put(row, make("div", "Warning: " + warning, "bad"));
          put(at("subjects"), row);
        }
        for (const [word, count] of Object.entries(data.counts)) {
          if (count) put(at("counts"), put(make("li"), make("b", count), make("span", word)));
        }
        const words = new Map(data.vectors.map(vector => [vector.verdict, vector.words]));
        for (const [verdict, word] of words) {
          const option = make("option", word);
          option.value = verdict;
          put(at("verdict"), option);
        }
      }

      const difference = (expected, actual) => {
        let start = 0;
        while (start < expected.length && start < actual.length && expected[start] === actual[start]) start++;
        let end = 0;
        while (end < expected.length - start && end < actual.length - start && expected[expected.length - 1 - end] === actual[actual.length - 1 - end]) end++;
        return [start, end];
      };
      const marked = (text, start, end) => {
        const line = make("code");
        const middle = text.slice(start, text.length - end);
        if (!middle || (start === 0 && end === 0)) { line.textContent = text; return line; }
        return put(line, text.slice(0, start), make("mark", middle), text.slice(text.length - end));
      };
      const terms = pairs => {
        const list = make("dl");
        for (const [term, value] of pairs) {
          if (value === "" || value === undefined) continue;
          const cell = make("dd");
          put(list, make("dt", term), put(cell, value));
        }
        return list;
      };
      const clauseLink = id => { const link = make("a", id, "id"); link.href = "#" + key("clause", id); return link; };
      const vectorLink = id => { const link = make("a", id, "id"); link.href = "#" + key("vector", id); return link; };

      function finding(found) {
        const card = make("div", undefined, "card" + (found.gates && !found.known ? " bad" : ""));
        const [start, end] = difference(found.expected, found.actual);
        const clause = clauses.get(found.clause);
        put(card, terms([
          ["step", found.step + (found.at ? ", " + found.at : "")],
          ["expected", marked(found.expected, start, end)],
          ["received", marked(found.actual, start, end)],
          ["clause", clauseLink(found.clause)],
          ["", clause ? clause.level + (found.gates ? "" : ", advisory") + (found.known ? ", known" : "") + ": " + clause.text : ""],
          ["source", clause ? clause.source : ""],
          ["said at", found.location],
        ]));
        return card;
      }

      function step(shown, number) {
        const part = make("section");
        put(part, make("h3", number + ". " + shown.what));
        for (const line of shown.said) put(part, make("div", line, "quiet"));
        for (const blocks of shown.seen) {
          for (const [heading, text] of blocks) {
            if (text.startsWith("data:image/png;base64,")) {
              const picture = make("img", undefined, "shot");
              picture.src = text;
              picture.alt = heading;
              put(part, picture);
            } else {
              put(part, make("div", heading, "quiet"), make("pre", text));
            }
          }
        }
        return part;
      }

      function vectorInside(vector) {
        const inside = make("div", undefined, "inside");
        for (const reason of vector.reasons) put(inside, make("p", reason, "warn"));
        for (const found of vector.findings) put(inside, finding(found));
        if (vector.reproduce) put(inside, make("div", "reproduce", "quiet"), make("pre", vector.reproduce));
        const cited = make("p", "checks ");
        vector.clauses.forEach((id, index) => put(cited, index ? ", " : "", clauseLink(id)));
        put(inside, cited, make("p", vector.location, "quiet"));
        vector.steps.forEach((shown, index) => put(inside, step(shown, index + 1)));
        return inside;
      }

      function clauseInside(clause) {
        const inside = make("div", undefined, "inside");
        put(inside, make("p", clause.text));
        put(inside, terms([
          ["source", clause.source], ["known by", clause.provenance], ["role", clause.role],
          ["gates", clause.gates ? "yes: breaking it fails the run" : "no: breaking it is reported only"],
          ["excluded", clause.excluded],
        ]));
        for (const id of clause.vectors) put(inside, put(make("div"), vectorLink(id)));
        return inside;
      }

      function row(kind, item, verdict, word, text, fill) {
        const details = make("details", undefined, "row");
        details.id = key(kind, item.id);
        const summary = make("summary");
        put(summary, make("span", sign(verdict) + " " + word, "badge " + tone(verdict)), make("span", item.id, "id"), make("span", text));
        put(details, summary);
        details.addEventListener("toggle", () => {
          if (details.open && details.childElementCount === 1) put(details, fill(item));
        });
        return details;
      }

      const order = { failed: 0, unexpectedPass: 0, harnessError: 1, couldNotRun: 2, ambiguous: 2, knownFailure: 3, passed: 4, untested: 4, notApplicable: 5 };
      const texts = new Map();
      const searchable = (kind, item) => {
        const name = kind + item.id;
        if (!texts.has(name)) {
          const parts = kind === "vector" ? [item.id, item.title, ...item.clauses, ...item.reasons, ...item.findings.map(found => found.expected + " " + found.actual)] : [item.id, item.text, item.source];
          texts.set(name, parts.join(" ").toLowerCase());
        }
        return texts.get(name);
      };
      const levels = vector => vector.clauses.map(id => clauses.get(id)).filter(Boolean);
      function fits(kind, item) {
        const words = at("search").value.toLowerCase().split(/\s+/).filter(Boolean);
        const level = at("level").value, verdict = at("verdict").value;
        if (verdict && item.verdict !== verdict) return false;
        const about = kind === "vector" ? levels(item) : [item];
        if (level && !about.some(clause => clause.level === level)) return false;
        if (at("gating").checked && !about.some(clause => clause.gates)) return false;
        return words.every(word => searchable(kind, item).includes(word));
      }

      const area = id => id.split(".").slice(0, 2).join(".");
      function list(kind, items) {
        const fitting = items.filter(item => fits(kind, item));
        const main = make("div");
        if (kind === "vector") {
          fitting.sort((a, b) => order[a.verdict] - order[b.verdict]);
          for (const item of fitting) put(main, row(kind, item, item.verdict, item.words, item.title, vectorInside));
        } else {
          let last;
          for (const item of fitting) {
            if (area(item.id) !== last) { last = area(item.id); put(main, make("h2", last)); }
            put(main, row(kind, item, item.verdict, item.verdict + ", " + item.level, item.text, clauseInside));
          }
        }
        at("shown").textContent = fitting.length + " of " + items.length;
        return main;
      }

      function unproven() {
        const main = make("div");
        put(main, make("p", "A green run says that no difference was seen where it looked. It did not look at what stands here."));
        const groups = new Map();
        for (const clause of data.clauses) {
          if (clause.verdict === "passed" || clause.verdict === "failed") continue;
          const reason = clause.excluded || (clause.verdict === "notApplicable" ? "does not apply to this target" : "no vector of this run checked it");
          if (!groups.has(reason)) groups.set(reason, []);
          groups.get(reason).push(clause);
        }
        for (const [reason, members] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
          put(main, make("h2", reason + " (" + members.length + ")"));
          for (const clause of members) put(main, put(make("div"), clauseLink(clause.id), make("span", " " + clause.level, "quiet")));
        }
        at("shown").textContent = "";
        return main;
      }

      let shownAs = "";
      function show(force) {
        const hash = decodeURIComponent(location.hash.slice(1));
        const tab = hash.startsWith("clause") ? "clauses" : hash.startsWith("unproven") ? "unproven" : "vectors";
        if (force || shownAs !== tab) {
          shownAs = tab;
          const main = at("main");
          main.replaceChildren(tab === "unproven" ? unproven() : tab === "clauses" ? list("clause", data.clauses) : list("vector", data.vectors));
          for (const link of document.querySelectorAll(".tabs a")) {
            if (link.hash === "#" + tab) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
          }
        }
        const target = location.hash.includes("=") && at(location.hash.slice(1));
        if (target) { target.open = true; target.scrollIntoView(); target.firstElementChild.focus({ preventScroll: true }); }
      }

      function move(step) {
        const rows = [...document.querySelectorAll("details.row > summary")];
        const index = rows.indexOf(document.activeElement);
        const next = rows[Math.min(rows.length - 1, Math.max(0, index + step))];
        if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
      }
      document.addEventListener("keydown", event => {
        const typing = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
        if (event.key === "Escape" && typing) { document.activeElement.blur(); return; }
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "/") { event.preventDefault(); at("search").focus(); }
        if (event.key === "j") move(1);
        if (event.key === "k") move(-1);
      });
      at("filters").addEventListener("submit", event => event.preventDefault());
      let waiting;
      at("filters").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => show(true), 80); });
      addEventListener("hashchange", () => show(false));
      head();
      show(true);
    })();

    """#
}
