import { Table } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { doing, show } from '../testing/show.tsx';
import { ListTable } from './list-table.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowsTable } from './rows-table.tsx';

const NAMES = ['Ada', 'Bob', 'Cleo'];

function People() {
  const [chosen, choose] = useState<string[]>([]);
  return (
    <main>
      <input aria-label="Search" />
      <button type="button">Add</button>
      <p role="status">{chosen.join(' ')}</p>
      <ListTable aria-label="People" selectable>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {NAMES.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>
                <RowCheckbox
                  aria-label={`Select ${name}`}
                  checked={chosen.includes(name)}
                  onChange={() =>
                    choose((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]))
                  }
                />
              </Table.Td>
              <Table.Td>
                <a href={`mailto:${name}@example.com`}>{`${name}@example.com`}</a>
                <Link className="row-link" to={`/people/${name}`}>
                  {name}
                </Link>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ListTable>
    </main>
  );
}

const open = () =>
  show('/people', {}, [
    { path: 'people', element: <People /> },
    { path: 'people/:name', element: <p>One</p> },
  ]);
/** Presses keys where the focus is; whether the browser was kept from what it does with the last one. */
const keys = async (...pressed: string[]) => {
  let isHandled = false;
  for (const key of pressed) {
    await doing(() => {
      isHandled = !fireEvent.keyDown(document.activeElement ?? document.body, { key });
    });
  }
  return isHandled;
};
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');
const chosen = () => screen.getByRole('status').textContent;
const focus = (element: HTMLElement) => doing(() => element.focus());

test.each([
  ['j', 'k'],
  ['ArrowDown', 'ArrowUp'],
])('%s and %s move the focus between the links of rows', async (down, up) => {
  await open();
  await keys('ArrowDown');
  expect(focused()).toBe('Ada');
  await keys(down, down);
  expect(focused()).toBe('Cleo');
  await keys(down);
  expect(focused()).toBe('Cleo');
  await keys(up, up, up);
  expect(focused()).toBe('Ada');
});

test('letters do nothing outside of the table, and arrows stay with a button', async () => {
  await open();
  expect(await keys('j')).toBe(false);
  await focus(screen.getByRole('button', { name: 'Add' }));
  expect(await keys('j', 'ArrowDown')).toBe(false);
  expect(focused()).toBe('Add');
});

test.each(['x', ' '])('“%s” selects the row of the focus, and no longer when pressed again', async (key) => {
  await open();
  await keys('ArrowDown', 'j');
  expect(await keys(key)).toBe(true);
  expect(chosen()).toBe('Bob');
  expect(focused()).toBe('Bob');
  await keys(key);
  expect(chosen()).toBe('');
});

test('Enter opens the row of the checkbox that has the focus; on a link that is its own', async () => {
  const { address } = await open();
  await keys('ArrowDown');
  expect(await keys('Enter')).toBe(false);
  await focus(screen.getByRole('checkbox', { name: 'Select Bob' }));
  expect(await keys(' ')).toBe(false);
  await keys('Enter');
  expect(address()).toBe('/people/Bob');
});

test('keys are text where somebody types, and nothing with a modifier or below a dialog', async () => {
  await open();
  await focus(screen.getByLabelText('Search'));
  for (const key of ['j', 'k', 'x', ' ', 'ArrowDown', 'Enter']) expect(await keys(key)).toBe(false);
  expect(focused()).toBe('Search');
  await focus(screen.getByRole('link', { name: 'Ada' }));
  await doing(() => fireEvent.keyDown(document.activeElement as Element, { key: 'j', ctrlKey: true }));
  expect(focused()).toBe('Ada');
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  expect(await keys('x', 'j')).toBe(false);
  dialog.remove();
  expect([focused(), chosen()]).toEqual(['Ada', '']);
});

test('keys lead through a table of a page that holds more than it, once the focus is in a row', async () => {
  const rows = NAMES.map((name) => (
    <Table.Tr key={name}>
      <Table.Td>
        <Link to={`/people/${name}`}>{name}</Link>
      </Table.Td>
    </Table.Tr>
  ));
  const table = (
    <RowsTable aria-label="Team">
      <Table.Tbody>{rows}</Table.Tbody>
    </RowsTable>
  );
  await show('/team', {}, [{ path: 'team', element: table }]);
  expect(await keys('ArrowDown', 'j')).toBe(false);
  await focus(screen.getByRole('link', { name: 'Ada' }));
  await keys('j', 'ArrowDown', 'k');
  expect(focused()).toBe('Bob');
});

test('what keys do is said below the table', async () => {
  await open();
  expect(screen.getByText(/move between rows/).textContent).toBe(
    'J K or ↓ ↑ move between rows, Enter opens, X or Space selects',
  );
});

test('a checkbox has 24 pixels each way to be pressed', async () => {
  await open();
  const area = screen.getByRole('checkbox', { name: 'Select Ada' }).closest('label') as HTMLElement;
  expect([area.style.width, area.style.height]).toEqual(['24px', '24px']);
  await doing(() => fireEvent.click(area));
  expect(chosen()).toBe('Ada');
});
