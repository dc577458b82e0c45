import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { doing, showPage } from '../testing/show-page.tsx';
import { FocalPointField } from './focal-point-field.tsx';

const source = { uri: '/images/i1', width: 1280, height: 720, widths: [360, 1280] };

function Field({ x, y }: { x: number; y: number }) {
  const [value, setValue] = useState({ x, y });
  return <FocalPointField label="Focal point" hint="What stays." source={source} value={value} onChange={setValue} />;
}
const open = (x: number, y: number) => showPage(<Field x={x} y={y} />);
const handle = () => screen.getByRole('button');
const place = () => [handle().style.left, handle().style.top];
const press = (key: string, shiftKey = false) => doing(() => fireEvent.keyDown(handle(), { key, shiftKey }));
afterEach(cleanup);

test('the arrow keys move the point by one percent, with shift by ten, and never out of the picture [STU-05:focal]', async () => {
  await open(40, 5);
  expect(screen.getByRole('button', { name: 'Focal point 40% from the left, 5% from the top' })).toBeTruthy();
  await press('ArrowRight');
  await press('ArrowUp');
  expect(place()).toEqual(['41%', '4%']);
  await press('ArrowUp', true);
  await press('ArrowLeft', true);
  expect(place()).toEqual(['31%', '0%']);
  await press('ArrowDown', true);
  await press('Enter');
  expect(place()).toEqual(['31%', '10%']);
  await open(95, 100);
  await press('ArrowRight', true);
  await press('ArrowDown');
  expect(place()).toEqual(['100%', '100%']);
});

test('the point goes to where the picture is clicked, and follows a drag until it ends [STU-05:focal]', async () => {
  await open(40, 30);
  const picture = handle().parentElement as HTMLElement;
  let held = false;
  Object.assign(picture, {
    getBoundingClientRect: () => new DOMRect(100, 100, 400, 200),
    setPointerCapture: () => {
      held = true;
    },
    hasPointerCapture: () => held,
  });
  // jsdom's pointer events have no place.
  const send = (name: string, clientX: number, clientY: number) =>
    doing(() => {
      const event = new MouseEvent(name, { bubbles: true, cancelable: true, clientX, clientY });
      picture.dispatchEvent(Object.assign(event, { pointerId: 1 }));
    });
  await send('pointermove', 300, 200);
  expect(place()).toEqual(['40%', '30%']);
  await send('pointerdown', 300, 150);
  expect(place()).toEqual(['50%', '25%']);
  expect(document.activeElement).toBe(handle());
  await send('pointermove', 900, 250);
  expect(place()).toEqual(['100%', '75%']);
  held = false;
  await send('pointermove', 100, 100);
  expect(place()).toEqual(['100%', '75%']);
});
