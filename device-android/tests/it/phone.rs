//! The simulated phone that the tests of reads and actions share.

use std::time::Duration;

use retap_android::AndroidDevice;
use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_cache::device::{Action, Deadline, Device, DeviceError, Spot, Want};
use retap_cache::screen::{Node, Screen};
use retap_sim::{PhoneFile, SimPhone};

const FILE: &str = r##"
phone: { serial: SIM1, model: Pixel 7, android: 14, size: 1080x2400, density: 420, locale: de-DE }
apps:
  com.example.shop: { version: 3.2.0, activity: .ui.MainActivity, start: main }
  com.example.other: { start: other }
state: { typed: "", enters: 0, taps: 0, backs: 0 }
screens:
  main:
    app: com.example.shop
    tree: |
      FrameLayout
        EditText #field hint="Name" bind=typed
        Button "Pay" #pay
        Button "Ask" #ask
        TextView "Paid {taps} times" #paid
    on:
      - { tap: "#pay", add: { taps: 1 } }
      - { tap: "#ask", goto: question }
      - { key: enter, add: { enters: 1 } }
      - { key: back, add: { backs: 1 } }
  question:
    app: com.example.shop
    dialog: true
    package: android
    title: Sure
    tree: |
      FrameLayout
        Button "Yes" #yes
    on:
      - { tap: "#yes", back: true }
  secret:
    app: com.example.shop
    secure: true
    tree: |
      FrameLayout
        TextView "Balance" #balance
        Button "Transfer" #transfer
  other:
    app: com.example.other
    tree: |
      FrameLayout
        TextView "Other" #other
"##;

/// A phone and the device that looks at it.
pub(crate) struct Rig {
    pub(crate) sim: SimPhone,
    pub(crate) device: AndroidDevice,
}

pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

impl Rig {
    /// The shop in front.
    pub(crate) async fn start() -> Self {
        Self::equipped("").await
    }

    /// The shop in front, on a phone with more to it: `, keyboard: true`.
    pub(crate) async fn equipped(more: &str) -> Self {
        let connect = Duration::from_millis(300);
        let budgets = Budgets {
            connect,
            ..Budgets::default()
        };
        let file = FILE.replace("locale: de-DE", &format!("locale: de-DE{more}"));
        let mut rig = Self::of(&file, budgets).await;
        rig.launch("com.example.shop").await.unwrap();
        rig
    }

    /// The home screen in front.
    pub(crate) async fn with(budgets: Budgets) -> Self {
        Self::of(FILE, budgets).await
    }

    async fn of(file: &str, budgets: Budgets) -> Self {
        let file = PhoneFile::parse("test.yaml", file).unwrap();
        let sim = SimPhone::start(file).await.unwrap();
        let server = Server::new(sim.server());
        let device = AndroidDevice::connect(server, sim.serial(), budgets, soon())
            .await
            .unwrap();
        Self { sim, device }
    }

    pub(crate) async fn read(&mut self) -> Screen {
        self.device.observe(Want::Tree, soon()).await.unwrap()
    }

    pub(crate) async fn act(&mut self, action: Action) -> Result<(), DeviceError> {
        self.device.act(&action, soon()).await
    }

    pub(crate) async fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.act(Action::Launch {
            package: package.to_owned(),
            activity: None,
        })
        .await
    }

    /// Where a node is, and what it holds.
    pub(crate) async fn spot(&mut self, id: &str) -> Spot {
        let screen = self.read().await;
        let node = node(&screen, id);
        Spot {
            at: node.bounds().center(),
            held: node.text().chars().count(),
        }
    }

    /// The input commands so far.
    pub(crate) fn input(&self) -> Vec<String> {
        self.sim
            .log()
            .into_iter()
            .map(|e| e.command)
            .filter(|c| c.starts_with("input"))
            .collect()
    }
}

pub(crate) fn node<'s>(screen: &'s Screen, id: &str) -> Node<'s> {
    let id = format!("com.example.shop:id/{id}");
    screen.tree.nodes().find(|n| n.resource_id() == id).unwrap()
}
