import { render, screen } from '@testing-library/react';
import { inLanguage } from './in-language.ts';
import { Trans } from './trans.tsx';
import { _, directionOf, learn, msg, pageLanguage, speak, worded } from './words.ts';

afterEach(() => speak('en'));

test('an English text is its own message, with its values', () => {
  expect(_('Nothing you did is lost.')).toBe('Nothing you did is lost.');
  expect(_("We can't reach {name}.", { name: 'Ada' })).toBe("We can't reach Ada.");
  expect(_(msg('Films'))).toBe('Films');
});

test('a page is rendered in its language, and what comes after it in English', () => {
  const words = () => [pageLanguage(), _('Films'), _('Sign in')];
  expect(inLanguage('es', words)).toEqual(['es', 'Películas', 'Iniciar sesión']);
  expect(inLanguage('fr', words)).toEqual(['fr', 'Films', 'Se connecter']);
  expect(words()).toEqual(['en', 'Films', 'Sign in']);
});

test('a text of a service is worded, with the values that it has', () => {
  learn('xx', { 'At most {0} of {1} places.': '{1} : {0} max', Gone: 'Parti' });
  speak('xx');
  expect(worded('At most 4 of 10 places.')).toBe('10 : 4 max');
  expect(worded('Gone')).toBe('Parti');
  expect(worded('Not known here')).toBe('Not known here');
});

test('elements inside of a sentence stand where the translation has them', () => {
  learn('yy', { 'Read the <0>terms</0> of {name}.': '{name} : lis les <0>conditions</0>.' });
  speak('yy');
  render(
    <p>
      <Trans id="Read the <0>terms</0> of {name}." values={{ name: 'Ada' }} components={{ 0: <a href="/terms" /> }} />
    </p>,
  );
  expect(screen.getByRole('link', { name: 'conditions' }).closest('p')?.textContent).toBe('Ada : lis les conditions.');
});

test('Arabic and Hebrew are written from right to left, ours are not', () => {
  expect(['en', 'es', 'fr', 'ar', 'he'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'rtl', 'rtl']);
});
