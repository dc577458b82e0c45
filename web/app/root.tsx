import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, use } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import { NonceContext } from './api/nonce.ts';
import './app.css';
import type { Route } from './+types/root';
import { catalogueOf } from './language/catalogues.ts';
import { directionOf, pageLanguage } from './language/words.ts';
import { ErrorPage, errorTitle } from './layout/error-pages.tsx';
import { pageTitle } from './layout/page-meta.ts';
import { Shell } from './layout/shell.tsx';
import { continueScript, signedInScript } from './layout/signed-in-script.ts';
import { themeColors, themeScript } from './layout/theme-script.ts';

const firstScript = themeScript + signedInScript + continueScript;

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
];

export const meta = ({ error }: Route.MetaArgs) => [{ title: error ? pageTitle(errorTitle(error)) : 'Marquee' }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const language = pageLanguage();
  const catalogue = catalogueOf(language);
  return (
    <html lang={language} dir={directionOf(language)} data-theme="system" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColor of="dark" />
        <ThemeColor of="light" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, run before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        {catalogue ? <link rel="preload" href={catalogue} as="fetch" crossOrigin="anonymous" /> : null}
        <Meta />
        <Links />
      </head>
      <body>
        <CSPProvider disableStyleElements>
          <Shell>{children}</Shell>
        </CSPProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The colour of the browser's bars under one theme. */
function ThemeColor({ of }: { of: keyof typeof themeColors }) {
  const media = `(prefers-color-scheme: ${of})`;
  return <meta name="theme-color" content={themeColors[of]} media={media} data-of={of} suppressHydrationWarning />;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
