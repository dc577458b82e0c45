import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('a toast that is raised before its place is there is shown once it is', async () => {
  toast({ message: 'The film was sent for review again.' });
  await act(async () => void render(<Toaster />));
  expect(await screen.findByText('The film was sent for review again.')).toBeTruthy();
});
