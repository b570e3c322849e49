/// A small file of each format that uses every key of it.
enum FormatCorpus {
  static let contract = #"""
    {
      "$schema": "contract.schema.json", "format": 1,
      "id": "toy", "title": "Toy", "revision": "1",
      "documents": { "doc": { "title": "Document", "retrieved": "2026-11-29", "url": "https://toy" } },
      "parameters": {
        "key": {
          "secret": true, "sentAs": { "header": "Authorization", "value": "Bearer {key}" },
          "about": "the key"
        },
        "other": { "default": "x" }, "wait": { "default": "PT2M" }, "user": { "fresh": "word" }
      },
      "features": { "extra": { "default": false, "about": "something more" } },
      "hooks": {
        "toy.wind": { "arguments": ["toyId"], "judged": true, "about": "wind it up" },
        "toy.look": { "optional": true }
      },
      "calls": { "play": { "arguments": ["tune"], "about": "plays" }, "stop": {} },
      "events": { "driver": ["played"], "app": ["began", "ended", "logged"] },
      "outcomeOnce": "toy.sdk",
      "clauses": [
        {
          "id": "toy.made", "level": "MUST", "role": "server", "provenance": "documented",
          "observable": "wire", "text": "A toy MUST be made.",
          "source": { "document": "doc", "section": "Making" }
        },
        {
          "id": "toy.sdk", "level": "SHOULD", "role": "sdk", "provenance": "derived",
          "observable": "driver", "text": "It SHOULD play.", "gates": false, "if": "extra",
          "source": { "document": "doc", "section": "Playing" }
        },
        {
          "id": "toy.app", "level": "MUST", "role": "app", "provenance": "observed",
          "observable": "trace", "text": "It MUST end.",
          "source": { "document": "doc", "section": "Ending" }
        },
        {
          "id": "toy.tag", "level": "MAY", "role": "page", "provenance": "adjacent",
          "observable": "none", "text": "It MAY rest.", "excluded": "nothing shows it",
          "source": { "document": "doc", "section": "Resting" }
        }
      ],
      "schemas": {
        "Toy": {
          "type": "object", "required": ["id"],
          "properties": { "id": { "type": "string", "minLength": 1, "clause": "toy.made" } }
        }
      },
      "operations": {
        "makeToy": {
          "method": "POST", "path": "/toys/{user}", "credential": "key",
          "headers": { "Accept": "application/json" },
          "request": { "$ref": "#/schemas/Toy" }, "about": "makes one",
          "responses": {
            "201": { "clause": "toy.made", "body": { "$ref": "#/schemas/Toy" }, "about": "made" },
            "404": {}
          }
        }
      },
      "webhooks": {
        "toy.done": {
          "recognise": { "anyString": ["toy.done", "done"], "body": { "/type": "toy.done" } },
          "clause": "toy.made", "about": "it is done"
        },
        "toy.gone": { "recognise": { "anyString": "toy.gone" } }
      },
      "timers": {
        "wait": {
          "operation": "makeToy", "from": "/createdAt", "deadline": "/waitUntil",
          "default": "{wait}", "clause": "toy.made", "about": "how long"
        }
      },
      "invariants": [
        {
          "clause": "toy.made", "noSecret": "key", "in": ["response", "webhook"], "advisory": true,
          "about": "the key stays here"
        },
        { "clause": "toy.made", "noPattern": "sk_[a-z]+", "in": ["request", "event"] }
      ],
      "order": [
        {
          "clause": "toy.app", "role": "app", "key": ["/data/id", "/data/toyId"],
          "when": "began", "unlessBefore": "logged", "ifBefore": ["began", "ended"],
          "sequence": ["began", { "event": "ended", "where": { "/data/how": "well" } }],
          "advisory": true, "about": "it ends"
        },
        { "clause": "toy.app", "before": ["began", "ended"], "key": "/data/id" },
        { "clause": "toy.app", "exactlyOnce": "began" },
        { "clause": "toy.app", "atMostOnce": { "event": ["began", "ended"], "where": {} } },
        {
          "clause": "toy.app",
          "never": { "event": "logged", "where": { "/data/text": { "schema": { "minLength": 9 } } } }
        },
        { "clause": "toy.app", "neverAfter": { "event": "logged", "after": "ended", "until": "began" } },
        { "clause": "toy.app", "neverWhile": { "event": "logged", "from": "began", "until": "ended" } },
        {
          "clause": "toy.app",
          "eventually": {
            "event": "ended", "after": "began", "within": "PT5S", "until": "logged",
            "orAnywhere": "logged"
          }
        },
        { "clause": "toy.app", "onlyOnThread": { "event": "ended", "thread": "main" } },
        {
          "clause": "toy.app",
          "sameValue": {
            "of": [{ "event": "began", "at": "/data/id" }, { "event": "ended", "at": "/data/id" }]
          }
        },
        { "clause": "toy.app", "differentValue": { "of": [{ "event": "began", "at": "/data/id" }] } },
        {
          "clause": "toy.app",
          "earlierValue": {
            "of": [{ "event": "began", "at": "" }, { "event": "ended", "where": {}, "at": "" }]
          }
        },
        {
          "clause": "toy.app",
          "noSecretIn": {
            "event": "logged", "at": "/data", "pattern": "sk_",
            "valueOf": { "event": "began", "at": "/data/id" }
          }
        },
        { "clause": "toy.app", "schema": { "event": "logged", "at": "/data", "schema": true } }
      ],
      "page": {
        "about": "the toy's page", "query": { "user": "{user}" },
        "context": {
          "object": "Toy", "member": "context",
          "changed": [{ "call": "changed", "about": "a function" }, { "dispatch": "toy.changed" }]
        },
        "messages": {
          "handler": "Toy", "text": "toy.tag", "clause": "toy.tag",
          "kinds": { "toy.clicked": { "clause": "toy.tag", "body": { "$ref": "#/schemas/Toy" } } }
        },
        "elements": ["button"], "states": ["playing"], "requests": ["tune"],
        "scripts": { "event": "played", "source": "/source", "start": { "/when": "start" } },
        "stub": ["<title>", "Toy</title>"]
      }
    }
    """#

  static let vectors = #"""
    {
      "$schema": "vectors.schema.json", "format": 1, "contract": "toy", "about": "toys",
      "routes": {
        "start": {
          "method": "POST", "path": "/start", "where": { "body": { "/tune": "la" } },
          "answers": [
            {
              "status": 200, "headers": { "Set-Cookie": ["a=1", "b=2"], "X": "y" },
              "json": { "ok": true }, "delay": "PT0.1S", "truncate": 5, "times": 2
            },
            { "text": "no", "drop": "reset" },
            { "base64": "AAEC", "drop": true }
          ]
        }
      },
      "contexts": { "plain": { "user": "{user}" } },
      "vectors": [
        {
          "id": "toy.made.one", "title": "A toy is made", "clauses": ["toy.made"], "if": "extra",
          "since": "1", "longerThan": { "wait": ["PT2S", "{wait}"] },
          "fresh": { "name": "uuid", "mail": "email", "count": "number" },
          "table": [{ "id": "a", "title": "the first", "colour": "red" }],
          "steps": [
            {
              "send": "makeToy", "with": { "user": "{user}" },
              "headers": { "Accept": null, "X-Name": "{name}" }, "json": { "name": "{name}" },
              "credential": { "value": "wrong" }, "method": "PUT", "connection": "fresh",
              "as": "first", "raw": false,
              "expect": {
                "clause": "toy.made", "status": [201, "2xx", { "not": 500 }],
                "headers": {
                  "Content-Type": "application/json", "X-A": null, "X-B": { "matches": "^b" },
                  "X-C": { "present": true }
                },
                "body": {
                  "/id": { "schema": { "$ref": "#/schemas/Toy" } }, "/name": { "equals": "{name}" },
                  "/text": { "contains": "toy" }, "/gone": { "absent": true },
                  "/here": { "present": true }, "/colour": "red",
                  "/until": { "instant": { "from": "/createdAt", "plus": "{wait}", "within": "PT1S" } }
                },
                "anyString": ["toy"], "noString": "wood"
              },
              "advisory": [{ "status": 201 }, { "noString": ["a", "b"] }],
              "capture": {
                "toyId": "/id", "created": { "at": "/createdAt" },
                "sessionText": { "matches": "ses_[a-z]+", "optional": true },
                "etag": { "header": "ETag" }, "code": { "status": true }
              }
            },
            { "send": "makeToy", "text": "{\"name\":1}", "credential": null },
            { "send": "makeToy", "base64": "AAEC_-8=", "credential": "other", "advisory": {} },
            { "sendRaw": true, "text": "GET / HTTP/1.1" },
            { "sendRaw": true, "base64": "AAE" },
            {
              "hook": "toy.wind", "with": { "toyId": "{toyId}" },
              "expect": { "outcome": "refused", "value": { "/wound": false } },
              "given": { "outcome": "refused" }
            },
            { "passTime": { "for": "PT2S" } },
            { "passTime": { "to": "{created}", "plus": "-PT1S" } },
            { "check": { "equal": ["{toyId}", "{toyId}"] } },
            { "check": { "distinct": ["{toyId}", 5] } },
            { "check": { "instants": ["{created}", "<=", "{created}"] } },
            {
              "check": {
                "count": { "webhook": "toy.done" }, "where": { "anyString": "{toyId}" },
                "is": { "least": 1, "most": 2 }, "since": "first"
              }
            },
            { "check": { "count": { "event": "played", "where": { "body": {} } }, "is": 1 } },
            { "check": { "maxInFlight": "start", "is": 1 } },
            { "check": { "of": "first" }, "expect": { "status": 201 } },
            {
              "let": {
                "longer": { "of": "{toyId}", "repeat": 3, "uppercase": true, "lowercase": false },
                "part": { "of": "{toyId}", "query": "id", "replace": { "segment": 1, "at": 0 } }
              }
            },
            {
              "await": { "webhook": "toy.done", "where": { "anyString": "{toyId}" } },
              "within": "PT3S", "capture": { "kind": "/type" }
            },
            { "await": { "request": "start" }, "where": { "body": { "/tune": "la" } } },
            { "await": { "message": true } },
            { "absent": { "message": "toy.clicked" }, "since": "first", "upTo": "PT2S" },
            {
              "together": [[{ "call": "stop" }], [{ "call": "stop" }]], "repeat": 2,
              "outcomes": [
                { "count": 1, "outcome": "returned", "capture": { "won": "/id" } },
                { "count": "rest", "outcome": ["threw", "returned"] }
              ]
            },
            { "serve": { "start": true, "more": { "path": "/more", "answers": [{ "status": 204 }] } } },
            { "call": "play", "with": { "tune": "la" }, "requires": "returned" },
            { "start": "play", "with": { "tune": "so" }, "as": "tune" },
            { "pending": "tune" },
            { "cancel": "tune" },
            {
              "finish": "tune", "within": "PT1S",
              "expect": { "outcome": ["threw"], "error": { "/kind": "cancellation" } }
            },
            { "refuse": true },
            {
              "page.open": {
                "url": "https://toy", "query": { "a": "b" }, "context": "plain", "stub": true,
                "scripts": true, "fresh": true
              }
            },
            { "page.context": { "user": "Ada" } },
            { "page.click": "button", "within": "PT1S", "optional": true, "unless": "button" },
            { "page.type": "button", "text": "{name}", "within": "PT1S", "optional": false },
            { "page.evaluate": "play()" },
            { "page.evaluate": { "scripts": true } },
            {
              "page.expect": {
                "state": "playing", "visible": false, "within": "PT1S", "for": "PT1S", "assume": "a"
              }
            },
            { "page.expect": { "element": "button" } }
          ]
        }
      ]
    }
    """#

  static let target = #"""
    {
      "$schema": "target.schema.json", "format": 1, "name": "Toy 1.0", "contract": "toy",
      "roles": ["server", "page"],
      "http": {
        "baseURL": "http://127.0.0.1:8080/v1", "headers": { "X-Env": "test" }, "timeout": "PT10S",
        "tls": { "caFile": "ca.pem", "insecure": false, "certificate": "c.pem", "key": "k.pem" }
      },
      "parameters": { "key": { "env": "TOY_KEY" }, "user": "Ada", "other": { "a": 1 } },
      "credentials": { "key": { "header": "X-Key", "value": "{key}" } },
      "features": { "extra": true },
      "lacks": { "toy.sdk": "not yet" },
      "hooks": {
        "toy.wind": {
          "http": {
            "method": "PUT", "path": "/wind", "headers": { "X": "y" }, "json": { "id": "{toyId}" }
          }
        },
        "toy.look": { "command": ["./look", "{user}"] }
      },
      "clock": { "advance": { "command": ["./advance", "{seconds}"] }, "stands": true },
      "webhooks": { "listen": "127.0.0.1:0", "publicURL": "https://toy/hooks", "grace": "PT2S" },
      "driver": { "command": ["./drive"], "timeout": "PT30S" },
      "page": {
        "url": "https://toy/page", "allow": ["cdn.toy"], "timeout": "PT5S",
        "elements": { "button": { "role": "button", "name": "Play" } },
        "states": { "playing": { "selector": "#playing" } },
        "tune": { "method": "GET", "urlContains": "/tune" }
      },
      "traces": ["app.jsonl"]
    }
    """#

  static let knownFailures = #"""
    {
      "$schema": "known-failures.schema.json", "format": 1,
      "known": [
        {
          "vector": "toy.made.*", "clause": "toy.made",
          "finding": { "at": "/status", "actual": "500" },
          "reason": "a bug", "owner": "Ada", "expires": "2027-01-31"
        }
      ]
    }
    """#
}
