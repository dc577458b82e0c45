import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';

/** How long typing has to rest before it is searched for. */
export const SEARCH_PAUSE_MS = 300;

/** What a list is filtered by, in its address; a change leaves out what is empty and keeps the rest. */
export function useListParams(): [params: URLSearchParams, change: (changes: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [params, change];
}

/** The search field of a list: `/` leads to it, and what is typed counts after a pause. */
export function ListSearch({
  label,
  placeholder = label,
  query,
  onSearch,
  width = 240,
  maxLength,
}: {
  label: string;
  placeholder?: string;
  query: string;
  onSearch: (query: string) => void;
  width?: number;
  maxLength?: number;
}) {
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => field.current?.focus()]]);
  const search = useDebouncedCallback((value: string) => onSearch(value.trim()), SEARCH_PAUSE_MS);
  return (
    <TextInput
      ref={field}
      size="xs"
      w={{ base: '100%', xs: width }}
      aria-label={label}
      placeholder={`${placeholder} ( / )`}
      defaultValue={query}
      maxLength={maxLength}
      onChange={(event) => search(event.currentTarget.value)}
    />
  );
}
