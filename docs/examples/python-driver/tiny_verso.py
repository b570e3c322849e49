"""A small SDK of Verso, without a real sheet or web view: what the driver drives."""
import http.client, http.cookiejar, json, urllib.error, urllib.parse, urllib.request

base = event = sleep = None  # given by whoever uses the SDK

class Failure(Exception):
    pass

def post(**body):
    request = urllib.request.Request(base + "/api/connect-native", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refusal:
        message = json.load(refusal)["error"]
        raise Failure({"kind": "rejected", "status": refusal.code, "message": message})
    except (OSError, http.client.HTTPException) as problem:
        raise Failure({"kind": "network", "message": str(problem)})

def present(link):
    token = urllib.parse.parse_qs(urllib.parse.urlparse(link).query).get("token")
    if not token:
        raise Failure({"kind": "invalidLink"})
    event("sheet.shown")
    try:
        return login(token[0])
    finally:
        event("sheet.dismissed")

def login(token):
    start, jar = post(action="start", token=token), http.cookiejar.CookieJar()
    page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page.open(start["loginUrl"])
    event("page.loaded", url=start["loginUrl"])
    credential = {name: start[name] for name in ("captureNonce", "clientSecret")}
    for _ in range(40):
        for cookie in [each for each in jar if each.name == start["cookieName"]]:
            answer = post(action="capture", sessionToken=cookie.value, **credential)
            if answer["status"] == "connected":
                return {"connectionId": answer["connectionId"]}
        sleep(3)
    raise Failure({"kind": "timedOut"})
