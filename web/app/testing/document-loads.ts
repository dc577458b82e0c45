/** The addresses that a page loads whole, which jsdom cannot do. */
export const documentLoads: string[] = [];

/** What a page reports of the errors that a person met. */
export const reports: { source: string; error: string; info: string }[] = [];

const [implementation] = Object.getOwnPropertySymbols(window.location);
if (implementation) {
  const location = (window.location as never as Record<symbol, object>)[implementation];
  Object.assign(location ?? {}, {
    assign: (url: string) => void documentLoads.push(url),
    reload: () => void documentLoads.push(window.location.pathname),
  });
}
navigator.sendBeacon = (_url, body) => reports.push(JSON.parse(String(body))) > 0;

beforeEach(() => {
  documentLoads.length = 0;
  reports.length = 0;
  sessionStorage.clear();
});
