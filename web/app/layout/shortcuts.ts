import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** `/` opens the search from anywhere, unless something is being typed. */
export function useSearchShortcut(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (field) field.focus();
      else void navigate('/search');
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, [navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
