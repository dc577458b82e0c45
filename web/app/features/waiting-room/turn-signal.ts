/** How somebody who looks elsewhere learns that it is their turn: a sound and a notification of the browser. */
export type TurnSignal = { ring(title: string, body: string): void; close(): void };

const NOTES_HZ = [660, 880];
const NOTE_S = 0.18;
const VOLUME = 0.2;

/**
 * Asks for what the browser needs leave for, which it gives only to a click. The sound works without the notification, and
 * the other way around.
 */
export async function prepareTurnSignal(): Promise<TurnSignal> {
  const audio = typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  await audio?.resume().catch(() => undefined);
  const canNotify = typeof Notification !== 'undefined';
  if (canNotify && Notification.permission === 'default') await Notification.requestPermission().catch(() => 'denied');
  return {
    ring(title, body) {
      if (audio) play(audio);
      if (canNotify && Notification.permission === 'granted') show(title, body);
    },
    close: () => void audio?.close().catch(() => undefined),
  };
}

function show(title: string, body: string): void {
  try {
    const notification = new Notification(title, { body, tag: 'waiting-room' });
    notification.onclick = () => window.focus();
  } catch {
    // Some phones show notifications of service workers only: the sound and the page remain.
  }
}

function play(audio: AudioContext): void {
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    const from = audio.currentTime + index * NOTE_S;
    note.frequency.value = hertz;
    volume.gain.value = VOLUME;
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + NOTE_S);
  }
}
