//! An adb server that answers as a test tells it to, down to single bytes.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_android::adb::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What the server does with a request.
#[derive(Clone)]
pub(crate) enum Do {
    /// Sends bytes, in pieces of that size with a pause between them.
    Drip(Vec<u8>, usize, Duration),
    /// Sends bytes at once.
    Send(Vec<u8>),
    /// Says nothing more until the client closes; counted in [`Canned::cancelled`].
    Hang,
}

/// Answers to a request: the request and how many of its kind came before.
type Script = dyn Fn(&str, usize) -> Vec<Do> + Send + Sync;

pub(crate) struct Canned {
    addr: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
    closed: watch::Receiver<usize>,
}

impl Canned {
    /// A server that answers every request by `script`. The connection closes after the last answer, but
    /// that to a transport which was granted.
    pub(crate) async fn start(script: impl Fn(&str, usize) -> Vec<Do> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (count, closed) = watch::channel(0);
        let (script, count): (Arc<Script>, _) = (Arc::new(script), Arc::new(count));
        let requests = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(
                    stream,
                    Arc::clone(&script),
                    Arc::clone(&requests),
                    Arc::clone(&count),
                ));
            }
        });
        Self { addr, log, closed }
    }

    pub(crate) fn server(&self) -> Server {
        Server::new(self.addr)
    }

    /// The requests so far that contain `part`.
    pub(crate) fn requests(&self, part: &str) -> Vec<String> {
        self.log
            .lock()
            .unwrap()
            .iter()
            .filter(|r| r.contains(part))
            .cloned()
            .collect()
    }

    /// Waits until so many hanging answers were ended by their client.
    pub(crate) async fn cancelled(&mut self, times: usize) {
        let wait = self.closed.wait_for(|n| *n >= times);
        tokio::time::timeout(Duration::from_secs(5), wait)
            .await
            .expect("the client closes")
            .unwrap();
    }
}

async fn serve(
    mut stream: TcpStream,
    script: Arc<Script>,
    log: Arc<Mutex<Vec<String>>>,
    count: Arc<watch::Sender<usize>>,
) {
    while let Some(request) = request(&mut stream).await {
        let before = {
            let mut log = log.lock().unwrap();
            log.push(request.clone());
            log.iter().filter(|r| **r == request).count() - 1
        };
        let answers = script(&request, before);
        let goes_on = request.starts_with("host:transport:")
            && matches!(answers.as_slice(), [Do::Send(b)] if b == b"OKAY");
        for answer in answers {
            let sent = match answer {
                Do::Send(bytes) => stream.write_all(&bytes).await,
                Do::Drip(bytes, size, pause) => drip(&mut stream, &bytes, size, pause).await,
                Do::Hang => {
                    while stream.read(&mut [0; 64]).await.is_ok_and(|n| n > 0) {}
                    count.send_modify(|n| *n += 1);
                    return;
                }
            };
            if sent.is_err() {
                count.send_modify(|n| *n += 1);
                return;
            }
        }
        if !goes_on {
            return;
        }
    }
}

async fn drip(stream: &mut TcpStream, bytes: &[u8], size: usize, pause: Duration) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    for piece in bytes.chunks(size) {
        stream.write_all(piece).await?;
        stream.flush().await?;
        if pause.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(pause).await;
        }
    }
    Ok(())
}

async fn request(stream: &mut TcpStream) -> Option<String> {
    let mut digits = [0; 4];
    stream.read_exact(&mut digits).await.ok()?;
    let length = usize::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap();
    let mut text = vec![0; length];
    stream.read_exact(&mut text).await.ok()?;
    Some(String::from_utf8(text).unwrap())
}

/// `OKAY`.
pub(crate) fn okay() -> Vec<Do> {
    vec![Do::Send(b"OKAY".to_vec())]
}

/// `FAIL` with a text.
pub(crate) fn fail(text: &str) -> Vec<Do> {
    vec![Do::Send(format!("FAIL{:04x}{text}", text.len()).into_bytes())]
}

/// `OKAY` and a counted text.
pub(crate) fn text(text: &str) -> Vec<Do> {
    vec![Do::Send(format!("OKAY{:04x}{text}", text.len()).into_bytes())]
}

/// One packet of the shell protocol.
pub(crate) fn packet(id: u8, body: &[u8]) -> Vec<u8> {
    [&[id], (body.len() as u32).to_le_bytes().as_slice(), body].concat()
}

/// A finished command.
pub(crate) fn shell(stdout: &str, stderr: &str, exit: u8) -> Vec<Do> {
    let all = [
        b"OKAY".to_vec(),
        packet(1, stdout.as_bytes()),
        packet(2, stderr.as_bytes()),
        packet(3, &[exit]),
    ];
    vec![Do::Send(all.concat())]
}
