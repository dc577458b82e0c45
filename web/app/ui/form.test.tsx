import '../testing/component-tests.ts';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { Checkbox } from './choice.tsx';
import { TextField } from './field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from './form.tsx';

const schema = z.object({
  firstName: z.string().trim().min(1, 'Please let us know your first name'),
  email: z.string().min(1, 'Please enter your email.'),
});

function Example({ onSubmit }: { onSubmit: (values: z.output<typeof schema>) => unknown }) {
  const form = useZodForm(schema, { firstName: '', email: '' });
  return (
    <Form form={form} onSubmit={onSubmit} fallback="We failed to save your changes">
      <TextField label="First name" hint="As in your passport." {...fieldOf(form, 'firstName')} />
      <TextField label="Email" {...fieldOf(form, 'email')} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

afterEach(cleanup);
const field = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

function Settings() {
  const form = useZodForm(z.object({ name: z.string(), news: z.boolean(), films: z.boolean() }), {
    ...{ name: 'Ada', news: true, films: false },
  });
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField label="Name" {...fieldOf(form, 'name')} />
      <Checkbox label="News" {...fieldOf(form, 'news')} />
      <Checkbox label="Films" {...fieldOf(form, 'films')} />
    </Form>
  );
}

test('the HTML of a form holds its values before any script', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Settings />);
  const [name, news, films] = page.querySelectorAll('input');
  expect([name?.value, news?.checked, films?.checked]).toEqual(['Ada', true, false]);
});

test('an error shows on leaving the field, belongs to it, and goes as the person corrects', async () => {
  render(<Example onSubmit={() => undefined} />);
  expect(screen.queryByText('Please enter your email.')).toBeNull();
  fireEvent.blur(field('Email'));
  await screen.findByText('Please enter your email.');
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field('Email').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please enter your email.',
  );
  type('Email', 'a');
  await waitFor(() => expect(screen.queryByText('Please enter your email.')).toBeNull());
});

test('submitting shows all errors and puts the focus on the first', async () => {
  const sent: unknown[] = [];
  render(<Example onSubmit={(values) => sent.push(values)} />);
  submit();
  await screen.findByText('Please let us know your first name');
  expect(screen.getByText('Please enter your email.')).toBeTruthy();
  expect(document.activeElement).toBe(field('First name'));
  expect(sent).toEqual([]);
});

test('a refusal of the server shows beside its field, and what was typed stays', async () => {
  render(
    <Example
      onSubmit={() => {
        const fields = [{ field: 'email', message: 'That email is already used. Please sign in instead.' }];
        throw new ApiError({ code: 'InvalidArgument', reason: 'X', message: 'no', fields, metadata: {} });
      }}
    />,
  );
  type('First name', ' Ada ');
  type('Email', 'ada@example.com');
  submit();
  await screen.findByText('That email is already used. Please sign in instead.');
  expect((field('Email') as HTMLInputElement).value).toBe('ada@example.com');
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
});

test('an error without a text of its own gets the one of the form', async () => {
  render(
    <Example
      onSubmit={() => {
        throw new Error('socket closed at 10.0.0.1');
      }}
    />,
  );
  type('First name', 'Ada');
  type('Email', 'a@b.c');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to save your changes');
});

test('while it is sent the button says so and sends nothing twice', async () => {
  let sent = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  render(
    <Example
      onSubmit={() => {
        sent += 1;
        return promise;
      }}
    />,
  );
  type('First name', 'Ada');
  type('Email', 'a@b.c');
  submit();
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(screen.getByRole('button'));
  resolve();
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull());
  expect(sent).toBe(1);
});
