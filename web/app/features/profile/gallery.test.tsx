import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Gallery } from './gallery.tsx';

const photos = ['Rain', 'Set', 'Harbour'].map((name) => ({
  path: `/media/images/${name}`,
  name,
  width: 960,
  height: 640,
}));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const key = (name: string, held = {}) =>
  act(async () => {
    fireEvent.keyDown(screen.getByRole('dialog').querySelector('button') as Element, { key: name, ...held });
  });
/** What the viewer shows, with its caption. */
const shown = () => {
  const dialog = screen.getByRole('dialog', { name: 'Gallery of Ada Lovelace' });
  return [dialog.querySelector('img')?.getAttribute('src'), document.querySelector('[aria-live]')?.textContent];
};
const swipe = (x: number, y = 0, pointerType = 'touch', lifted = 1) =>
  act(async () => {
    const area = screen.getByRole('dialog').querySelector('img') as Element;
    // jsdom's pointer events have no coordinates.
    const pointer = (type: string, clientX: number, clientY: number, pointerId = 1) =>
      fireEvent(
        area,
        Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), {
          ...{ pointerId, pointerType, isPrimary: true },
        }),
      );
    pointer('pointerdown', 200, 200);
    pointer('pointerup', 200 + x, 200 + y, lifted);
  });

beforeEach(() => {
  render(<Gallery name="Ada Lovelace" photos={photos} />);
});

test('a photo opens in the viewer with its name, and others follow by button and key [PRO-11:viewer]', async () => {
  await press('Ada Lovelace, 2 of 3');
  expect(shown()).toEqual(['/media/images/Set/960.jpg', 'Set2 of 3']);
  await press('Next photo');
  expect(shown()).toEqual(['/media/images/Harbour/960.jpg', 'Harbour3 of 3']);
  // At the end the button stays where focus is, and does nothing.
  expect(screen.getByRole('button', { name: 'Next photo' }).getAttribute('aria-disabled')).toBe('true');
  await press('Next photo');
  expect(shown()[1]).toBe('Harbour3 of 3');
  await key('ArrowLeft');
  expect(shown()[1]).toBe('Set2 of 3');
  await key('Home');
  expect(shown()[1]).toBe('Rain1 of 3');
  await key('End');
  expect(shown()[1]).toBe('Harbour3 of 3');
});

test.each(['ctrlKey', 'metaKey', 'altKey'])(
  'a key that is pressed with %s is the browser’s [PRO-11:viewer]',
  async (held) => {
    await press('Ada Lovelace, 1 of 3');
    await key('ArrowRight', { [held]: true });
    expect(shown()[1]).toBe('Rain1 of 3');
  },
);

test('closing it brings focus back to the photo that opened it [PRO-11:viewer]', async () => {
  const opener = screen.getByRole('button', { name: 'Ada Lovelace, 1 of 3' });
  opener.focus();
  await press('Ada Lovelace, 1 of 3');
  await press('Next photo');
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a swipe to the side turns to the next photo; a scroll, a tap and a mouse do not [PRO-11:viewer]', async () => {
  await press('Ada Lovelace, 1 of 3');
  await swipe(-80);
  expect(shown()[1]).toBe('Set2 of 3');
  await swipe(80);
  expect(shown()[1]).toBe('Rain1 of 3');
  await swipe(80);
  await swipe(-20);
  await swipe(-60, 120);
  await swipe(-80, 0, 'mouse');
  // Another finger was lifted.
  await swipe(-80, 0, 'touch', 2);
  expect(shown()[1]).toBe('Rain1 of 3');
});
