"""Drives tiny_verso for the suite: JSON-RPC 2.0, one message a line."""
import itertools, json, sys, threading
import tiny_verso

out, sys.stdout = sys.stdout, sys.stderr  # what the SDK prints goes to the log
lock, numbers, unheard, sdk, clock = threading.Lock(), itertools.count(), {}, None, None

def send(**message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), file=out, flush=True)

def event(name, **data):  # returns when the runner has taken it down
    unheard[id := f"e{next(numbers)}"] = heard = threading.Event()
    send(id=id, method="event", params={"name": name, "data": data})
    heard.wait()

def call(id, operation, arguments):  # on a thread of its own, since several may be open
    def end(value=None, failure=None):
        threw = failure and {"outcome": "threw", "error": failure.error}
        send(id=id, result=threw or {"outcome": "returned", "value": value})

    if operation == "user.closeSheet":
        end(sdk.close_sheet())
    elif operation != "present":
        send(id=id, error={"code": -32601, "message": f"there is no {operation}"})
    elif arguments.get("form") == "completion":
        sdk.present_then(arguments["link"], end)
    else:
        try:
            end(sdk.present(arguments["link"]))
        except tiny_verso.Failure as failure:
            end(failure=failure)

def serve(id, method, params):
    global sdk, clock
    if method == "initialize":
        greeting = {"name": "Tiny Verso", "version": "0.1", "roles": ["sdk"], "clock": True}
        send(id=id, result=greeting)
    elif method == "reset":
        base, path = params["backend"]["baseURL"], params["parameters"]["path"]
        clock = tiny_verso.Clock()
        sdk = tiny_verso.TinyVerso(base + path, event, clock)
        send(id=id, result={})
    elif method == "call":
        clock.work(call, id, **params)
    elif method == "cancelCall":  # an SDK that can cancel a call itself does so here
        sdk.close_sheet()
        send(id=id, result={})
    elif method == "advance":
        clock.advance(params["seconds"], lambda now: send(id=id, result={"now": now}))
    elif method == "shutdown":
        send(id=id, result={})
        sys.exit()

for message in map(json.loads, sys.stdin):
    if "method" in message:
        serve(message["id"], message["method"], message["params"])
    else:  # an event was taken down
        unheard.pop(message["id"]).set()
