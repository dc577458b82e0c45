import './component-tests.ts';
import { render, screen, waitFor } from '@testing-library/react';

const pageOf = (error: Error) => error.message.match(/<p>/g)?.length;

test('what is waited for in vain is named with the page, once', async () => {
  render(<p>Salt</p>);
  const error = await screen.findByText('Pepper', {}, { timeout: 60 }).catch((error: Error) => error);
  expect((error as Error).message).toContain('Unable to find an element with the text: Pepper.');
  expect(pageOf(error as Error)).toBe(1);
});

test('what is not waited for is named with the page, too, and of several that fit each is', async () => {
  render([<p key="1">Salt</p>, <p key="2">Salt</p>]);
  expect(() => screen.getByText('Pepper')).toThrow(/<p>/);
  const error = await waitFor(() => screen.getByText('Salt'), { timeout: 60 }).catch((error: Error) => error);
  expect(pageOf(error as Error)).toBe(4);
});
