extension AccruePage {
  /// The page's script.
  static let script = scriptOfContext + scriptOfMessages + scriptOfUser + scriptOfView

  /// What the host tells, and how the page is told.
  private static let scriptOfContext = #"""
    "use strict";
    const build = JSON.parse(document.getElementById("build").textContent);
    const wallet = document.getElementById("wallet");
    const root = build.usesShadow ? document.body.attachShadow({ mode: "open" }) : document;
    if (build.usesShadow) root.append(document.querySelector("link").cloneNode(), wallet);
    const element = (id) => root.getElementById(id);

    // What the host says of its user and of its wishes.
    const readContext = (raw) => {
      const user = raw?.userData ?? {};
      const settings = raw?.settingsData ?? {};
      const id = (text) => (text === "" && !build.keepsEmptyIDs ? null : text ?? null);
      let referenceId = id(user.referenceId);
      let stableReferenceId = id(user.stableReferenceId);
      if (build.identity === "both" && (referenceId === null || stableReferenceId === null)) {
        referenceId = stableReferenceId = null;
      }
      if (build.identity === "referenceOnly" && referenceId === null) stableReferenceId = null;
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
      switch (build.changes) {
        case "ofStableOnly": return ofStable;
        case "ofReferenceOnly": return ofReference;
        case "ofAnything": return JSON.stringify(before) !== JSON.stringify(after);
        case "every": return true;
        default: return ofReference || ofStable;
      }
    };

    let context = readContext(window.AccrueWallet?.contextData);

    const changeContext = async (raw) => {
      const before = context;
      context = readContext(raw ?? window.AccrueWallet?.contextData);
      if (session !== null && isAnotherUser(before, context)) await signOut();
      show();
      await sendCodeUnasked("refresh");
    };

    if (build.listens === "both" || build.listens === "functionOnly") {
      window.__SET_IOS_CONTEXT_DATA = changeContext;
    }
    if (build.listens === "both" || build.listens === "eventOnly") {
      addEventListener("AccrueWallet::ContextChanged", (event) => changeContext(event.detail));
    }
    if (build.hasHomeFunction) {
      window.__GO_TO_HOME_SCREEN = () => {
        screen = build.home;
        show();
      };
    }

    """#

  /// What the page tells its host.
  private static let scriptOfMessages = #"""
    const spell = (name) => {
      if (build.names === "singleColon") return "AccrueWallet:" + name;
      if (build.names === "lowerCamelCase") return "accrueWallet::" + name[0].toLowerCase() + name.slice(1);
      return "AccrueWallet::" + name;
    };

    const dataOf = (data) => {
      switch (build.data) {
        case "null": return null;
        case "array": return [data];
        case "text": return JSON.stringify(data);
        case "missing": return undefined;
        default: return data;
      }
    };

    const textOf = (message) => {
      if (build.spelling === "pretty") return "\n" + JSON.stringify(message, null, 2) + "\n";
      if (build.spelling !== "escaped") return JSON.stringify(message);
      return JSON.stringify(message).replace(/[:A]/g, (letter, place, text) =>
        letter === "A" ? "\\u0041" : text[place - 1] === '"' ? letter : "\\u003a");
    };

    const emit = (name, data = {}) => {
      const handler = window.webkit?.messageHandlers?.AccrueWallet;
      if (!handler) return;
      const spelled = spell(name);
      if (build.nameMember === "none" && name !== "SignInPerformed") {
        handler.postMessage(spelled);
        return;
      }
      const message = {};
      if (build.nameMember === "type") message.type = spelled;
      if (build.nameMember === "action" || build.nameMember === "both") message.action = spelled;
      if (!["type", "action"].includes(build.nameMember)) message.key = spelled;
      message.data = dataOf(data);
      if (build.postsMore) message.version = 3;
      handler.postMessage(build.posts === "object" ? message : textOf(message));
    };

    const emitMore = () => {
      if (!build.postsMore) return;
      const handler = window.webkit?.messageHandlers?.AccrueWallet;
      handler?.postMessage(JSON.stringify({ key: "AccrueWallet::Loaded", data: null }));
      handler?.postMessage("ready");
      handler?.postMessage({ ready: true });
    };

    const emitClick = (style, own, other) => {
      if (style === "never") return;
      emit(style === "asTheOther" ? other : own);
      if (style === "twice") emit(own);
    };

    const signInData = (user) => {
      const data = {
        id: user.id, isNewUser: user.isNewUser, referenceId: user.referenceId,
        stableReferenceId: user.stableReferenceId, effectiveReferenceId: user.effectiveReferenceId,
      };
      for (const edit of build.payload) {
        switch (edit) {
          case "numericID": data.id = 1042; break;
          case "noID": delete data.id; break;
          case "alwaysNew": data.isNewUser = true; break;
          case "neverNew": data.isNewUser = false; break;
          case "newAsText": data.isNewUser = String(data.isNewUser); break;
          case "noNew": delete data.isNewUser; break;
          case "emptyReference": data.referenceId ??= ""; break;
          case "stableAsReference": data.referenceId = data.stableReferenceId ?? data.referenceId; break;
          case "noStable": delete data.stableReferenceId; break;
          case "referenceFirst":
            data.effectiveReferenceId = data.referenceId ?? data.stableReferenceId;
            break;
          case "extraMembers": data.tier = "gold"; break;
          case "leavesOutNulls":
            for (const key of Object.keys(data)) if (data[key] === null) delete data[key];
            break;
        }
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
      const phoneNumber = build.otpNumber === "stored" ? "+12125550199" : number;
      await call("POST", "otp", { phoneNumber });
      if (build.otp === "twice") await call("POST", "otp", { phoneNumber });
      if (build.signInPerformed === "whenCodeIsSent") emit("SignInPerformed", signInData(guest()));
      show();
    };

    const guest = () => ({
      id: "usr_pending", isNewUser: true, referenceId: context.referenceId,
      stableReferenceId: context.stableReferenceId,
      effectiveReferenceId: context.stableReferenceId ?? context.referenceId,
    });

    // Sends a code without being asked for one, where the host wishes that.
    const sendCodeUnasked = async (occasion) => {
      const isUsed = occasion === "refresh" && sentFor === userOf(context);
      if (build.otp === "never" || context.phoneNumber === null) return;
      if (session !== null && !(build.otp === "onEveryMount" && occasion === "mount")) return;
      if (!context.inherits && build.otp !== "always") return;
      if (!isIdentified(context) && build.otp !== "whenPhoneIsGiven") return;
      if (isUsed && build.otp !== "onEveryRefresh") return;
      await sendCode(context.phoneNumber);
    };

    const confirmCode = async (code) => {
      const { referenceId, stableReferenceId, additionalData, email } = context;
      const request = {
        phoneNumber: sentTo, code, referenceId, stableReferenceId, additionalData, email,
        accepts: build.confirmation, countsPhone: build.identity === "phoneToo",
      };
      const answer = await call("POST", "sessions", request);
      if (answer.status !== 201) {
        if (build.signInPerformed === "onAnyCode") emit("SignInPerformed", signInData(guest()));
        if (build.alertsOnWrongCode) alert("That code is not right.");
        element("problem").textContent = "That code is not right.";
        return;
      }
      session = answer.body;
      localStorage.setItem("session", JSON.stringify({ ...session, context }));
      if (build.signInPerformed !== "never") emit("SignInPerformed", signInData(session.user));
      if (build.signInPerformed === "twice") emit("SignInPerformed", signInData(session.user));
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
    const lock = (id, control) => {
      const input = element(id);
      const isLocked = (context.inherits || build.locks === "always") && !build.unlocked.includes(control);
      const style = isLocked ? build.lockStyle : null;
      input.readOnly = style === "readOnly";
      input.disabled = style === "disabled" || (control === "logout" && style === "reverting");
      input.hidden = style === "absent" || (control === "logout" && style === "readOnly");
      input.onbeforeinput = style === "reverting" ? (event) => event.preventDefault() : null;
      for (const label of input.labels ?? []) label.hidden = style === "absent";
    };

    const show = () => {
      const isMember = session !== null || (build.confirmation === "none" && sentTo !== null);
      element("visitor").hidden = session !== null;
      element("member").hidden = !isMember;
      element("screen").textContent = screen;
      element("code-form").hidden = sentTo === null;
      element("number-form").hidden = !asksForNumber && !build.unlocked.includes("number");
      element("sent").textContent = `We sent a code to ${sentTo}.`;
      element("phone").value = context.phoneNumber ?? "";
      element("email").value = context.email ?? "";
      lock("phone", "phone");
      lock("email", "email");
      lock("log-out", "logout");
    };

    const askForCode = async () => {
      if (sentTo !== null) return;
      if (context.phoneNumber !== null) return sendCode(context.phoneNumber);
      asksForNumber = true;
      show();
    };

    element("sign-in").onclick = async () => {
      emitClick(build.signInClick, "SignInButtonClicked", "RegisterButtonClicked");
      await askForCode();
    };
    element("register").onclick = async () => {
      emitClick(build.registerClick, "RegisterButtonClicked", "SignInButtonClicked");
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
      if (build.tracks) fetch("https://metrics.example/visit", { method: "POST" }).catch(() => {});
      if (build.signInClick === "onLoadToo") emit("SignInButtonClicked");
      if (build.registerClick === "onLoadToo") emit("RegisterButtonClicked");
      const token = new URLSearchParams(location.search).get("redirectionToken");
      if (token !== null && build.followsToken) {
        const answer = await call("GET", "screens/" + encodeURIComponent(token));
        if (answer.status === 200) screen = build.offer;
      }
      await resume();
      show();
      await sendCodeUnasked("mount");
    };

    if (build.opensSecondPage && !location.hash) {
      location.hash = "wallet";
      location.pathname = "/wallet";
    } else {
      start();
    }
    """#
}
