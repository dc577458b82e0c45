/** An error as logs and reports hold it: without personal data, and with no field that quotes a row. */
export type LoggedError = {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: unknown;
  reason?: unknown;
  constraint?: unknown;
  cause?: LoggedError;
};

/** An error for the error-reporting service [SYS-07]: `source` is a service, or the part of a page. */
export type ErrorReport = {
  source: string;
  error: LoggedError;
  /** What was being done. */
  info: string;
  /** Of an error in a browser: the route's pattern, and the build that the browser runs. */
  page?: { route: string; build: string };
};

export type ErrorReporter = (report: ErrorReport) => void;

let reporter: ErrorReporter | undefined;

/** Sends reports to a reporter, or nowhere when it is undefined: the log has them in any case. */
export function connectErrorReporter(connected: ErrorReporter | undefined): void {
  reporter = connected;
}

/** Reports an error that has been logged. Never waits and never throws. */
export function reportLogged(report: ErrorReport): void {
  reporter?.(report);
}

/** Whether somebody reads reports; asked before one is made. */
export function isReporting(): boolean {
  return reporter !== undefined;
}
