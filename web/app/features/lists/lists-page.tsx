import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { ListPlus, ListVideo } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OwnTabs } from '../own-films/own-tabs.tsx';
import { ListGrid } from './list-card.tsx';
import { type ListFields, ListForm } from './list-form.tsx';
import type { ListView } from './list-view.ts';

const NEW: ListFields = { title: '', description: '', ranked: false, isPublic: false };

/** The viewer's own lists [FLM-14:lists]. */
export function ListsPage({ lists }: { lists: readonly ListView[] }) {
  return (
    <div className="page grid gap-8 pt-8">
      <OwnTabs />
      <PageTitle title={_('Lists')} lead={_('Films that belong together, in your order.')} actions={<NewList />} />
      {lists.length === 0 ? (
        <EmptyState icon={<ListVideo aria-hidden />} title={_('No lists yet')}>
          {_('Make a list, for yourself or for everybody, and put films on it from their pages.')}
        </EmptyState>
      ) : (
        <ListGrid lists={lists} />
      )}
    </div>
  );
}

function NewList() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={_('New list')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<ListPlus aria-hidden className="size-4" />}>
          {_('New list')}
        </Button>
      }
    >
      {open ? (
        <ListForm
          initial={NEW}
          submit={_('Make this list')}
          onSave={async (fields) => {
            const { listId } = await client(ListService).createList(fields);
            void navigate(`/lists/${listId}/edit`);
          }}
        />
      ) : null}
    </Dialog>
  );
}
