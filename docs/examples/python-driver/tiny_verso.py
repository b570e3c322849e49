"""A small SDK of Verso, without a real sheet or web view: what driver.py drives."""
import http.client, http.cookiejar, json, re, threading, urllib.error, urllib.parse, urllib.request

SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


class Failure(Exception):
    """Why no account was connected: a kind, and what belongs to it."""

    def __init__(self, kind, **more):
        super().__init__(kind)
        self.error = {"kind": kind, **more}


class Clock:
    """A time that stands still until it is advanced, as the SDK's own tests use it."""

    def __init__(self):
        self.turn = threading.Condition()  # guards what follows
        self.now, self.busy, self.sleepers = 0, 0, []

    def work(self, body, *arguments, **more):
        """Does something on a thread; it counts as work until it ends or sleeps."""

        def run():
            try:
                body(*arguments, **more)
            finally:
                self.count(-1)

        self.count(1)
        threading.Thread(target=run, daemon=True).start()

    def count(self, more):
        with self.turn:
            self.busy += more
            self.turn.notify_all()

    def sleep(self, seconds, unless):
        """Sleeps until the time has come or all are woken; not at all when a flag is set."""
        with self.turn:
            if unless.is_set():
                return
            awake = threading.Event()
            self.sleepers.append((self.now + seconds, awake))
            self.count(-1)
        awake.wait()

    def wake(self, until=float("inf")):
        """Wakes the sleepers whose time has come by then."""
        with self.turn:
            due = [sleeper for sleeper in self.sleepers if sleeper[0] <= until]
            self.sleepers = [sleeper for sleeper in self.sleepers if sleeper[0] > until]
            for _, awake in due:
                self.count(1)
                awake.set()

    def advance(self, seconds, done):
        """Runs all that falls due, each to its rest; then calls back with the time."""

        def run():
            with self.turn:
                end = self.now + seconds
                while self.rests() and (due := [at for at, _ in self.sleepers if at <= end]):
                    self.now = min(due)
                    self.wake(self.now)
                self.now = end
            done(end)

        threading.Thread(target=run, daemon=True).start()

    def rests(self):
        """Waits until no work goes on; not for ever, since an answer may never come."""
        return self.turn.wait_for(lambda: self.busy == 0, timeout=2)


class TinyVerso:
    """Tells `event` what happens on the screen, and waits in the time of `clock`."""

    def __init__(self, url, event, clock):
        self.url, self.event, self.clock = url, event, clock
        self.closed = threading.Event()

    def present(self, link):
        """Shows the login for a link; gives the connection."""
        token = token_of(link)
        if not token:
            raise Failure("invalidLink")
        self.closed = threading.Event()
        self.event("sheet.shown")
        try:
            return self.connect(token)
        finally:
            self.event("sheet.dismissed")

    def present_then(self, link, completion):
        """The same with a completion, which is called once with a connection or a failure."""
        try:
            connection, failure = self.present(link), None
        except Failure as caught:
            connection, failure = None, caught
        completion(connection, failure)

    def close_sheet(self):
        """The user closes the sheet."""
        self.closed.set()
        self.clock.wake()

    def connect(self, token):
        start = self.post(action="start", token=token)
        page = Page(start["loginUrl"])
        if page.is_loaded:
            self.event("page.loaded", url=start["loginUrl"])
        waiting = 0
        while waiting < 40:
            session = session_in(page.cookies, start["cookieName"], start["cookieDomain"])
            if session:
                credential = {name: start[name] for name in ("captureNonce", "clientSecret")}
                account = page.account(start["sessionUrl"])
                answer = self.post(
                    action="capture", sessionToken=session, **credential, **account)
                if answer["status"] == "connected":
                    return {"connectionId": answer["connectionId"]}
                waiting += 1
            self.clock.sleep(3, self.closed)
            self.check()
        raise Failure("timedOut")

    def check(self):
        if self.closed.is_set():
            raise Failure("cancelled")

    def post(self, **body):
        headers = {"Content-Type": "application/json", "User-Agent": "TinyVerso/0.1"}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            answer = Answer(json.load(direct().open(request)))
        except urllib.error.HTTPError as refusal:
            raise Failure("rejected", status=refusal.code, message=text_of(refusal))
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise Failure("network", message=str(problem))
        finally:
            self.check()
        return answer


class Answer(dict):
    """An answer of Verso's; a member that is missing is a failure of the network."""

    def __missing__(self, name):
        raise Failure("network", message=f"the answer has no {name}")


class Page:
    """What stands for the web view: a page and its cookies, forgotten with it."""

    def __init__(self, url):
        self.cookies = http.cookiejar.CookieJar()
        self.web = direct(urllib.request.HTTPCookieProcessor(self.cookies))
        self.web.addheaders = [("User-Agent", SAFARI)]
        self.is_loaded = self.read(url) is not None

    def read(self, url):
        try:
            return self.web.open(url).read()
        except (OSError, http.client.HTTPException):
            return None

    def account(self, url):
        """What the provider tells of the account, as members of a capture."""
        try:
            told = json.loads(self.read(url) or "{}")
        except ValueError:
            told = {}
        user = told.get("user", {})
        members = {
            "accessToken": told.get("accessToken"),
            "providerAccountId": user.get("id"),
            "providerAccountEmail": user.get("email"),
        }
        return {name: value for name, value in members.items() if value is not None}


def direct(*handlers):
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


def text_of(refusal):
    try:
        return json.load(refusal)["error"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return f"Verso answered {refusal.code}"


def token_of(link):
    """The first item `token`, else a last path segment of three parts; None without either."""
    parts = urllib.parse.urlsplit(link)
    items = urllib.parse.parse_qs(parts.query).get("token")
    segment = parts.path.rpartition("/")[2]
    return items[0] if items else segment if re.fullmatch(r"[^.]+(\.[^.]+){2}", segment) else None


def session_in(cookies, name, domain):
    """The cookie of a name, or its numbered parts together; empty when there is none."""
    domain = domain.removeprefix(".")
    ours = {
        cookie.name: cookie.value for cookie in cookies
        if cookie.domain.removeprefix(".") == domain or cookie.domain.endswith("." + domain)
    }
    parts = [key for key in ours if re.fullmatch(re.escape(name) + r"\.\d+", key)]
    parts.sort(key=lambda part: int(part.rpartition(".")[2]))
    return ours.get(name) or "".join(ours[part] for part in parts)
