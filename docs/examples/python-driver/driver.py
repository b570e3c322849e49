"""Drives tiny_verso for the suite: JSON-RPC 2.0, one message a line."""
import json, sys, threading, time
import tiny_verso

now, sleepers, waiting, lock = 0.0, [], {}, threading.Lock()

def send(**message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def event(name, **data):  # goes on when the runner has taken it down
    waiting[id := f"e{time.monotonic_ns()}"] = done = threading.Event()
    send(id=id, method="event", params={"name": name, "data": data})
    done.wait()

def sleep(seconds):  # in a time that only `advance` moves
    sleepers.append((now + seconds, done := threading.Event()))
    done.wait()

def advance(seconds):
    global now
    end = now + seconds
    while time.sleep(0.1) or (due := [sleeper for sleeper in sleepers if sleeper[0] <= end]):
        now, done = first = min(due, key=lambda sleeper: sleeper[0])
        sleepers.remove(first)
        done.set()
    now = end

def call(operation, arguments):
    try:
        return {"outcome": "returned", "value": tiny_verso.present(arguments["link"])}
    except tiny_verso.Failure as failure:
        return {"outcome": "threw", "error": failure.args[0]}

def answer(id, method, params):
    result = {}
    if method == "initialize":
        result = {"name": "Tiny Verso", "version": "0.1", "roles": ["sdk"], "clock": True}
    elif method == "reset":
        tiny_verso.base = params["backend"]["baseURL"]
    elif method == "call":
        result = call(**params)
    elif method == "advance":
        advance(params["seconds"])
    send(id=id, result=result)

tiny_verso.event, tiny_verso.sleep = event, sleep
for message in map(json.loads, sys.stdin):
    if "method" not in message:  # an event was taken down
        waiting.pop(message["id"]).set()
    elif message["method"] == "shutdown":
        send(id=message["id"], result={})
        break
    else:  # beside the reading, since events are acknowledged meanwhile
        arguments = (message["id"], message["method"], message["params"])
        threading.Thread(target=answer, args=arguments, daemon=True).start()
