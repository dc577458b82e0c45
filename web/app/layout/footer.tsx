import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@marquee/rules/interface-languages';
import { Languages } from 'lucide-react';
import { useId } from 'react';
import { chooseLanguage } from '../language/chosen-language.ts';
import { _, msg, pageLanguage } from '../language/words.ts';
import { setTheme, themes, useTheme } from './theme.ts';

const TEXTS = [
  { to: '/terms-of-use', label: msg('Terms of use') },
  { to: '/privacy-policy', label: msg('Privacy policy') },
  { to: '/license-agreement', label: msg('License agreement') },
  { to: '/faq', label: msg('FAQ') },
  { to: '/tutorials', label: msg('Tutorials') },
] as const;

/** The quiet end of a page. */
export function Footer() {
  return (
    <footer className="border-line border-t pb-24 md:pb-0">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-ink-faint text-small">
        <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
          <p className="font-title text-body text-ink-muted">
            Marquee<span className="text-action-ink">.</span>
          </p>
          <p>{_('Films, and the people who make them.')}</p>
        </div>
        <nav aria-label={_('About Marquee')}>
          <ul className="flex flex-wrap gap-x-6">
            {TEXTS.map(({ to, label }) => (
              <li key={to}>
                <a href={to} className="inline-flex min-h-11 items-center hover:text-ink">
                  {_(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap gap-x-6">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

/** Each language by its own name; the page is loaded again in the one that is chosen [SET-07]. */
function LanguageChoice() {
  const spoken = pageLanguage();
  return (
    <label className="relative flex min-h-11 items-center gap-2 hover:text-ink">
      <Languages aria-hidden className="size-4" />
      <span className="sr-only">{_('Language')}</span>
      <select
        value={spoken}
        onChange={(event) => void chooseLanguage(event.target.value as InterfaceLanguage)}
        className="min-h-11 cursor-pointer rounded-control bg-transparent pe-2"
      >
        {INTERFACE_LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code} className="bg-raised text-ink">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** For visitors too, whose choice the browser keeps. */
function ThemeChoice() {
  const chosen = useTheme();
  const name = useId();
  return (
    <fieldset className="flex">
      <legend className="sr-only">{_('Appearance')}</legend>
      {themes.map(({ value, label }) => (
        <label
          key={value}
          className="relative flex min-h-11 min-w-11 items-center justify-center rounded-full px-3.5 transition-colors duration-(--quick) first-of-type:-ms-3.5 hover:text-ink has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus md:first-of-type:ms-0"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          {_(label)}
        </label>
      ))}
    </fieldset>
  );
}
