export type ToastMessage = {
  message: string;
  detail?: string;
  tone?: 'neutral' | 'good' | 'danger';
  /** Takes back what was done. */
  undo?: () => void;
  /** Any other single action. */
  action?: { label: string; onClick: () => void };
};

/** What was raised before the place where toasts appear was there: its code comes after the page's. */
const waiting: ToastMessage[] = [];
let show: ((raised: ToastMessage) => void) | undefined;
let onRaised = (): void => {};

/** Tells the result of an action, from anywhere in the browser. Errors of a field stand beside the field instead. */
export function toast(raised: ToastMessage): void {
  if (show) show(raised);
  else {
    waiting.push(raised);
    onRaised();
  }
}

/** Shows what was raised and what will be, until the answer is called. The layout holds the only place for toasts. */
export function showToasts(by: (raised: ToastMessage) => void): () => void {
  show = by;
  for (const raised of waiting.splice(0)) by(raised);
  return () => {
    show = undefined;
  };
}

/** Calls back when a toast waits for its place, until the answer is called. */
export function whenToastWaits(callback: () => void): () => void {
  onRaised = callback;
  if (waiting.length > 0) callback();
  return () => {
    onRaised = () => {};
  };
}
