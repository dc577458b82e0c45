import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** A user within a line of text, by the name that is known of them. */
export function UserLink({ id, name }: { id: string; name: string }) {
  return (
    <Anchor inherit underline="always" component={Link} to={`/users/${id}`}>
      {name || id}
    </Anchor>
  );
}
