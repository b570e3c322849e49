extension AccruePage {
  /// The page's script.
  static let script = scriptOfContext + scriptOfMessages + scriptOfUser + scriptOfView

  /// What the host tells, and how the page is told.
  private static let scriptOfContext = #"""
    "use strict";
    const build = JSON.parse(document.getElementById("build").textContent);
    const quirks = new Set(build.quirks);
    const wallet = document.getElementById("wallet");
    let root = document;
    if (quirks.has("usesShadow")) {
      root = document.body.attachShadow({ mode: "open" });
      root.append(document.querySelector("link").cloneNode(), wallet);
    }
    const element = (id) => root.getElementById(id);

    // What the host says of its user and of its wishes.
    const readContext = (raw) => {
      const user = raw?.userData ?? {};
      const settings = raw?.settingsData ?? {};
      const id = (text) => (text === "" && !quirks.has("keepsEmptyIDs") ? null : text ?? null);
      let referenceId = id(user.referenceId);
      let stableReferenceId = id(user.stableReferenceId);
      if ((referenceId === null) !== (stableReferenceId === null)) {
        if (quirks.has("needsBothIDs")) referenceId = stableReferenceId = null;
        if (referenceId === null && quirks.has("needsReferenceID")) stableReferenceId = null;
      }
      return {
        referenceId, stableReferenceId,
        email: user.email ?? null, phoneNumber: user.phoneNumber ?? null,
        additionalData: user.additionalData ?? null,
        inherits: settings.shouldInheritAuthentication !== false,
      };
    };

    const isIdentified = (context) =>
      context.referenceId !== null || context.stableReferenceId !== null;

    // Whether a change of the context means another user.
    const isAnotherUser = (before, after) => {
      const ofReference = before.referenceId !== after.referenceId;
      const ofStable = before.stableReferenceId !== after.stableReferenceId;
      if (ofReference && ofStable) return true;
      if (ofReference) return !quirks.has("ignoresReference");
      if (ofStable) return !quirks.has("ignoresStableReference");
      if (quirks.has("everyRefreshSignsOut")) return true;
      return JSON.stringify(before) !== JSON.stringify(after) && quirks.has("anyChangeSignsOut");
    };

    let context = readContext(window.AccrueWallet?.contextData);

    const changeContext = async (raw) => {
      const before = context;
      context = readContext(raw ?? window.AccrueWallet?.contextData);
      if (session !== null && isAnotherUser(before, context)) await signOut();
      show();
      await sendCodeUnasked("refresh");
    };

    if (!quirks.has("hasNoContextFunction")) window.__SET_IOS_CONTEXT_DATA = changeContext;
    if (!quirks.has("hearsNoEvent")) {
      addEventListener("AccrueWallet::ContextChanged", (event) => changeContext(event.detail));
    }
    if (!quirks.has("hasNoHomeFunction")) {
      window.__GO_TO_HOME_SCREEN = () => {
        screen = build.home;
        show();
      };
    }

    """#

  /// What the page tells its host.
  private static let scriptOfMessages = #"""
    const spell = (name) => {
      if (quirks.has("oneColon")) return "AccrueWallet:" + name;
      if (!quirks.has("lowerCamelCase")) return "AccrueWallet::" + name;
      return "accrueWallet::" + name[0].toLowerCase() + name.slice(1);
    };

    const dataOf = (data) => {
      if (quirks.has("dataNull")) return null;
      if (quirks.has("dataArray")) return [data];
      if (quirks.has("dataText")) return JSON.stringify(data);
      return quirks.has("dataMissing") ? undefined : data;
    };

    const textOf = (message) => {
      if (quirks.has("prettyMessages")) return "\n" + JSON.stringify(message, null, 2) + "\n";
      if (!quirks.has("escapedMessages")) return JSON.stringify(message);
      return JSON.stringify(message).replace(/[:A]/g, (letter, place, text) =>
        letter === "A" ? "\\u0041" : text[place - 1] === '"' ? letter : "\\u003a");
    };

    const emit = (name, data = {}) => {
      const handler = window.webkit?.messageHandlers?.AccrueWallet;
      if (!handler) return;
      const spelled = spell(name);
      if (name !== "SignInPerformed" && quirks.has("postsBareNames")) {
        handler.postMessage(spelled);
        return;
      }
      const message = {};
      const isAction = quirks.has("namesInAction");
      const isType = quirks.has("namesInType");
      if (isType) message.type = spelled;
      if (isAction || quirks.has("namesInBoth")) message.action = spelled;
      if (!isAction && !isType) message.key = spelled;
      message.data = dataOf(data);
      if (quirks.has("postsMore")) message.version = 3;
      handler.postMessage(quirks.has("postsObjects") ? message : textOf(message));
    };

    const emitMore = () => {
      if (!quirks.has("postsMore")) return;
      const handler = window.webkit?.messageHandlers?.AccrueWallet;
      handler?.postMessage(JSON.stringify({ key: "AccrueWallet::Loaded", data: null }));
      handler?.postMessage("ready");
      handler?.postMessage({ ready: true });
    };

    const signInData = (user) => {
      const data = {
        id: user.id, isNewUser: user.isNewUser, referenceId: user.referenceId,
        stableReferenceId: user.stableReferenceId, effectiveReferenceId: user.effectiveReferenceId,
      };
      if (quirks.has("numericID")) data.id = 1042;
      if (quirks.has("noID")) delete data.id;
      if (!user.isNewUser && quirks.has("alwaysNew")) data.isNewUser = true;
      if (user.isNewUser && quirks.has("neverNew")) data.isNewUser = false;
      if (quirks.has("newAsText")) data.isNewUser = String(user.isNewUser);
      if (quirks.has("newNotSaid")) delete data.isNewUser;
      if (user.referenceId === null && quirks.has("emptyReference")) data.referenceId = "";
      if (user.stableReferenceId !== null && quirks.has("stableAsReference")) {
        data.referenceId = user.stableReferenceId;
      }
      if (quirks.has("noStableReference")) delete data.stableReferenceId;
      if (user.referenceId !== null && quirks.has("referenceFirst")) {
        data.effectiveReferenceId = user.referenceId;
      }
      if (quirks.has("extraMembers")) data.tier = "gold";
      if (quirks.has("leavesOutNulls")) {
        for (const key of Object.keys(data)) if (data[key] === null) delete data[key];
      }
      return data;
    };

    """#

  /// Signing in and out.
  private static let scriptOfUser = #"""
    let session = null;
    let screen = build.home;
    // Whom the last code was sent to, and for which user.
    let sentTo = null;
    let sentFor = null;
    let asksForNumber = false;

    const call = async (method, path, body, token) => {
      const headers = { "Content-Type": "application/json" };
      if (token) headers.Authorization = "Bearer " + token;
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = await fetch("/api/" + path, { method, headers, body: text });
      return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
    };

    const userOf = (context) =>
      JSON.stringify([context.phoneNumber, context.referenceId, context.stableReferenceId]);

    const sendCode = async (number) => {
      sentTo = number;
      sentFor = userOf(context);
      asksForNumber = false;
      const phoneNumber = quirks.has("sendsToStoredNumber") ? "+12125550199" : number;
      await call("POST", "otp", { phoneNumber });
      if (quirks.has("sendsTwice")) await call("POST", "otp", { phoneNumber });
      if (quirks.has("announcesSentCode")) emit("SignInPerformed", signInData(guest()));
      show();
    };

    const guest = () => ({
      id: "usr_pending", isNewUser: true, referenceId: context.referenceId,
      stableReferenceId: context.stableReferenceId,
      effectiveReferenceId: context.stableReferenceId ?? context.referenceId,
    });

    // Sends a code without being asked for one, where the host wishes that.
    const sendCodeUnasked = async (occasion) => {
      if (context.phoneNumber === null) return;
      const isMount = occasion === "mount";
      if (session !== null && !(isMount && quirks.has("sendsAlthoughSignedIn"))) return;
      if (!context.inherits && !quirks.has("sendsAlthoughNotInherited")) return;
      if (!isIdentified(context) && !quirks.has("sendsToStrangers")) return;
      const isSent = !isMount && sentFor === userOf(context);
      if (isSent && !quirks.has("sendsOnEveryRefresh")) return;
      if (quirks.has("sendsOnRequestOnly")) return;
      await sendCode(context.phoneNumber);
    };

    const confirmCode = async (code) => {
      const { referenceId, stableReferenceId, additionalData, email } = context;
      const request = {
        phoneNumber: sentTo, code, referenceId, stableReferenceId, additionalData, email,
        takesAnyCode: quirks.has("takesAnyCode"),
        countsPhone: !isIdentified(context) && quirks.has("countsPhone"),
      };
      const answer = await call("POST", "sessions", request);
      if (answer.status !== 201) {
        if (quirks.has("announcesAnyCode")) emit("SignInPerformed", signInData(guest()));
        if (quirks.has("alertsOnWrongCode")) alert("That code is not right.");
        element("problem").textContent = "That code is not right.";
        return;
      }
      session = answer.body;
      localStorage.setItem("session", JSON.stringify({ ...session, context }));
      if (!quirks.has("announcesNothing")) emit("SignInPerformed", signInData(session.user));
      if (quirks.has("announcesTwice")) emit("SignInPerformed", signInData(session.user));
      show();
    };

    const signOut = async () => {
      const token = session?.token;
      session = null;
      sentTo = sentFor = null;
      localStorage.removeItem("session");
      show();
      if (token) await call("DELETE", "session", undefined, token);
    };

    // Takes up the session of an earlier opening, if it was this user's and still stands.
    const resume = async () => {
      const kept = JSON.parse(localStorage.getItem("session") ?? "null");
      if (kept === null) return;
      const answer = await call("GET", "session", undefined, kept.token);
      if (answer.status !== 200) return localStorage.removeItem("session");
      session = kept;
      if (isAnotherUser(kept.context, { ...context, inherits: kept.context.inherits })) await signOut();
    };

    """#

  /// What the user sees and does.
  private static let scriptOfView = #"""
    const isLocked = (isOpen) =>
      context.inherits ? !isOpen() : quirks.has("locksAlways");

    const lockStyle = () => {
      if (quirks.has("locksByDisabling")) return "disabled";
      if (quirks.has("locksByLeavingOut")) return "absent";
      return quirks.has("locksByReverting") ? "reverting" : "readOnly";
    };

    const lock = (id, isLocked) => {
      const input = element(id);
      const isButton = input.localName === "button";
      const style = isLocked ? lockStyle() : null;
      input.readOnly = style === "readOnly";
      input.disabled = style === "disabled" || (isButton && style === "reverting");
      input.hidden = style === "absent" || (isButton && style === "readOnly");
      input.onbeforeinput = style === "reverting" ? (event) => event.preventDefault() : null;
      for (const label of input.labels ?? []) label.hidden = style === "absent";
    };

    const showMember = () => {
      element("phone").value = context.phoneNumber ?? "";
      element("email").value = context.email ?? "";
      lock("phone", isLocked(() => quirks.has("opensPhone")));
      lock("email", isLocked(() => quirks.has("opensEmail")));
      lock("log-out", isLocked(() => quirks.has("offersLogout")));
    };

    const show = () => {
      const isMember =
        session !== null || (sentTo !== null && quirks.has("showsMemberUnconfirmed"));
      element("visitor").hidden = session !== null;
      element("member").hidden = !isMember;
      element("screen").textContent = screen;
      element("code-form").hidden = sentTo === null;
      element("number-form").hidden = !asksForNumber && !quirks.has("offersNumber");
      element("sent").textContent = `We sent a code to ${sentTo}.`;
      if (isMember) showMember();
    };

    const askForCode = async () => {
      if (sentTo !== null) return;
      if (context.phoneNumber !== null) return sendCode(context.phoneNumber);
      asksForNumber = true;
      show();
    };

    element("sign-in").onclick = async () => {
      if (!quirks.has("signInClickNever")) emit("SignInButtonClicked");
      if (quirks.has("signInClickTwice")) emit("SignInButtonClicked");
      await askForCode();
    };
    element("register").onclick = async () => {
      const name =
        quirks.has("registerClickAsSignIn") ? "SignInButtonClicked" : "RegisterButtonClicked";
      emit(name);
      if (quirks.has("registerClickTwice")) emit(name);
      await askForCode();
    };
    element("number-form").onsubmit = (event) => {
      event.preventDefault();
      sendCode(element("number").value);
    };
    element("code-form").onsubmit = (event) => {
      event.preventDefault();
      element("problem").textContent = "";
      confirmCode(element("code").value);
    };
    element("log-out").onclick = () => signOut();

    const start = async () => {
      emitMore();
      if (quirks.has("tracks")) {
        fetch("https://metrics.example/visit", { method: "POST" }).catch(() => {});
      }
      if (quirks.has("signInClickOnLoad")) emit("SignInButtonClicked");
      if (quirks.has("registerClickOnLoad")) emit("RegisterButtonClicked");
      const token = new URLSearchParams(location.search).get("redirectionToken");
      if (token !== null && !quirks.has("ignoresToken")) {
        const answer = await call("GET", "screens/" + encodeURIComponent(token));
        if (answer.status === 200) screen = build.offer;
      }
      await resume();
      show();
      await sendCodeUnasked("mount");
    };

    if (!location.hash && quirks.has("opensSecondPage")) {
      location.hash = "wallet";
      location.pathname = "/wallet";
    } else {
      start();
    }
    """#
}
