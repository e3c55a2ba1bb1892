//! Text that is run as code, modules that are loaded by name, machine code.

use super::Script;
use super::calls::Call;
use super::value::Value;
use crate::deeds::Deed;
use crate::marks::{DECODED, DOWNLOADED, HERE, UNKNOWN};
use crate::marks::{SECRET, YOURS};
use crate::reach::{
    DECODED_CODE, DOWNLOADED_CODE, DYNAMIC_IMPORT, ENDS_ALL, EVAL, NATIVE_CODE, SECRET_ASKED,
    SECRET_PLACE, WATCHES, WRITE_STARTUP,
};
use crate::rules::{FORK_BOMB, Rule};

/// Give what a person copies, sees, types or says.
const WATCHERS: [&str; 17] = [
    "pyperclip.paste",
    "clipboard.paste",
    "ImageGrab.grab",
    "ImageGrab.grabclipboard",
    "mss.mss",
    "pyautogui.screenshot",
    "pyscreenshot.grab",
    "pynput.keyboard.Listener",
    "pynput.mouse.Listener",
    "keyboard.on_press",
    "keyboard.hook",
    "keyboard.record",
    "cv2.VideoCapture",
    "sounddevice.rec",
    "pyaudio.PyAudio",
    "pyperclip.waitForNewPaste",
    "win32clipboard.GetClipboardData",
];

impl<'t> Script<'t> {
    /// The rule for code of which this is known.
    pub(super) fn code_rule(&self, text: &str) -> Option<&'static Rule> {
        match () {
            () if text.contains(DOWNLOADED) => Some(&DOWNLOADED_CODE),
            () if text.contains(DECODED) => Some(&DECODED_CODE),
            () => None,
        }
    }

    pub(super) fn on_code(&mut self, call: &Call<'t>) -> Option<Value> {
        let node = call.node;
        let name = call.name.as_str();
        match name {
            "exec" | "eval" | "runpy.run_path" | "runpy.run_module" | "code.interact"
            | "execfile" => {
                let code = call.argument(0).map(Value::all).unwrap_or_default();
                let written = self.written.get(code.trim_end()).cloned().unwrap_or_default();
                let rule = self.code_rule(&(code + &written)).unwrap_or(&EVAL);
                self.say(Deed::plain(rule), node);
                Some(Value::unknown())
            }
            "compile" => Some(call.argument(0).cloned().unwrap_or_default()),
            "types.FunctionType" | "types.CodeType" => {
                let all = call.all();
                self.say(Deed::plain(self.code_rule(&all).unwrap_or(&EVAL)), node);
                Some(Value::unknown())
            }
            "pickle.loads" | "pickle.load" | "marshal.loads" | "marshal.load" | "dill.loads"
            | "dill.load" | "joblib.load" | "cloudpickle.loads" | "torch.load" => {
                let all = call.all();
                if all.contains(DOWNLOADED) {
                    self.say(Deed::plain(&DOWNLOADED_CODE), node);
                }
                let coded = name.starts_with("marshal");
                Some(Value::text(if coded {
                    format!("{DECODED}{all}")
                } else {
                    crate::marks::taint(&all)
                }))
            }
            "__import__"
            | "importlib.import_module"
            | "importlib.__import__"
            | "imp.load_source" => Some(self.loads(call)),
            "getattr" => Some(self.taken_by_name(call)),
            "ctypes.CDLL"
            | "ctypes.PyDLL"
            | "ctypes.WinDLL"
            | "ctypes.cdll.LoadLibrary"
            | "ctypes.windll.LoadLibrary"
            | "ctypes.CFUNCTYPE"
            | "ctypes.WINFUNCTYPE"
            | "cffi.FFI().dlopen"
            | "ctypes.windll.kernel32.VirtualAlloc" => {
                self.say(Deed::plain(&NATIVE_CODE), node);
                Some(Value::unknown())
            }
            "os.fork" if self.endless > 0 => {
                self.say(Deed::plain(&FORK_BOMB), node);
                None
            }
            "os.kill" | "os.killpg"
                if call.argument(0).is_some_and(|to| to.first() == "-1")
                    || self.source(node).contains("(-1,") =>
            {
                self.say(Deed::plain(&ENDS_ALL), node);
                None
            }
            "keyring.get_password" | "keyring.get_credential" | "win32cred.CredRead" => {
                self.say(Deed::at(&SECRET_ASKED, "keyring"), node);
                Some(Value::text(SECRET))
            }
            "CronTab" | "crontab.CronTab" => {
                self.say(Deed::at(&WRITE_STARTUP, "crontab"), node);
                None
            }
            _ if name.starts_with("browser_cookie3.") || name.starts_with("browsercookie.") => {
                self.say(Deed::at(&SECRET_PLACE, "cookies"), node);
                Some(Value::text(SECRET))
            }
            _ if WATCHERS.contains(&name) => {
                self.say(Deed::at(&WATCHES, name), node);
                Some(Value::named(format!("{name}()")).with_texts(vec![YOURS.into()]))
            }
            _ if name.starts_with("winreg.") || name.starts_with("_winreg.") => {
                let all = call.all().to_lowercase();
                if all.contains("currentversion\\run") || all.contains("winlogon") {
                    self.say(Deed::at(&WRITE_STARTUP, "registry"), node);
                }
                None
            }
            _ => None,
        }
    }

    fn loads(&mut self, call: &Call<'t>) -> Value {
        let spec = call.first_texts();
        for text in &spec {
            if text.contains([DOWNLOADED, DECODED]) {
                let rule = self.code_rule(text).unwrap_or(&DYNAMIC_IMPORT);
                self.say(Deed::plain(rule), call.node);
            } else if !text.contains(UNKNOWN) {
                self.imported(text, call.node);
                return Value::named(text.as_str());
            } else if !text.starts_with(['.', HERE])
                && !text.starts_with(|c: char| c.is_ascii_alphabetic())
            {
                self.say(Deed::plain(&DYNAMIC_IMPORT), call.node);
            }
        }
        Value::unknown()
    }

    /// `getattr(os, "sys" + "tem")`.
    fn taken_by_name(&mut self, call: &Call<'t>) -> Value {
        let object = call.argument(0).cloned().unwrap_or_default();
        let key = call.argument(1).map(Value::first).unwrap_or_default();
        if !key.contains(UNKNOWN) && !crate::marks::is_tainted(&key) {
            return Self::part(&object, &key);
        }
        let of_system = matches!(
            object.name.as_str(),
            "os" | "subprocess" | "sys" | "__builtins__" | "builtins" | "importlib"
        );
        if of_system || key.contains(DECODED) {
            self.say(Deed::plain(self.code_rule(&key).unwrap_or(&EVAL)), call.node);
        }
        Value::unknown()
    }
}
