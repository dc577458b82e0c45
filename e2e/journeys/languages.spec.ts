import { boxOf } from '../support/drag.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';

test('a visitor chooses French; it stays after a reload, and an account keeps it in another browser [SET-07:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast,
}) => {
  const html = page.locator('html');
  const menu = page.getByRole('contentinfo').getByRole('combobox');
  await page.goto(url);
  await expect(html).toHaveAttribute('lang', 'en');
  await menu.selectOption('fr');
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('link', { name: 'Se connecter', exact: true })).toBeVisible();

  for (const path of ['/', `/feed/${cast.film}`]) {
    const answer = await page.goto(url + path);
    expect(answer?.headers()['content-language']).toBe('fr');
    expect(await answer?.text()).toContain('<html lang="fr" dir="ltr"');
    await page.reload();
    await expect(html).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('link', { name: 'Accueil', exact: false }).or(menu).first()).toBeVisible();
    // What hydration shows is what the server wrote.
    await expect(page.getByRole('contentinfo')).not.toContainText('Terms of use');
  }

  const person = await newPerson(url, { onboarded: true });
  await signIn(context, url, person.email);
  await page.goto(url);
  await menu.selectOption('es');
  await expect(html).toHaveAttribute('lang', 'es');
  // Until the page listens.
  await page.goto(url);
  await menu.selectOption('fr');
  await expect(html).toHaveAttribute('lang', 'fr');

  const other = await browser.newContext();
  const tab = await other.newPage();
  problems.watch(tab);
  await signIn(other, url, person.email);
  await tab.goto(url);
  await expect(tab.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(tab.getByRole('contentinfo')).not.toContainText('Terms of use');
  await other.close();
});

test('in Spanish, whose labels are long, the form to sign in keeps the margins of a small phone [SET-07:layout]', async ({
  page,
  url,
}) => {
  const [width, margin] = [320, 16];
  await page.setViewportSize({ width, height: 700 });
  await page.goto(url);
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto(`${url}/sign-in`);
  for (const name of ['Continuar', 'Iniciar sesión con una llave de acceso']) {
    const box = await boxOf(page.getByRole('button', { name, exact: true }));
    expect(box.x).toBeGreaterThanOrEqual(margin);
    expect(box.x + box.width).toBeLessThanOrEqual(width - margin);
  }
});
