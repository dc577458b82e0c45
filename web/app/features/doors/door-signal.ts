const VOLUME = 0.25;

let sounds: AudioContext | undefined;

/** Browsers make sounds only once somebody has pressed something: call it then. */
export function allowSounds(): void {
  try {
    sounds ??= new AudioContext();
    void sounds.resume();
  } catch {
    // A device without sound still has a colour and a text.
  }
}

/** A high tone and one short buzz for yes, a low tone and two long ones for no. */
export function signalVerdict(isYes: boolean): void {
  navigator.vibrate?.(isYes ? 80 : [200, 80, 200]);
  if (sounds?.state !== 'running') return;
  const [tone, gain] = [sounds.createOscillator(), sounds.createGain()];
  tone.frequency.value = isYes ? 1_200 : 220;
  tone.type = isYes ? 'sine' : 'square';
  gain.gain.value = VOLUME;
  tone.connect(gain).connect(sounds.destination);
  tone.start();
  tone.stop(sounds.currentTime + (isYes ? 0.12 : 0.4));
}
