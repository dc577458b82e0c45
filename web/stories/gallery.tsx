import './stories.css';
import {
  Award,
  Bell,
  Clapperboard,
  Download,
  Ellipsis,
  Pencil,
  Play,
  Search,
  Trash2,
  UserRound,
  Video,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { z } from 'zod';
import { BottomBar, TopBar } from '../app/layout/top-bar.tsx';
import { Avatar } from '../app/ui/avatar.tsx';
import { Badge } from '../app/ui/badge.tsx';
import { Banner } from '../app/ui/banner.tsx';
import { Button, IconButton, LinkButton } from '../app/ui/button.tsx';
import { Checkbox, RadioCards } from '../app/ui/choice.tsx';
import { Combobox, MultiCombobox } from '../app/ui/combobox.tsx';
import { ConfirmDialog } from '../app/ui/dialog.tsx';
import { Select, TextArea, TextField } from '../app/ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../app/ui/form.tsx';
import { Histogram } from '../app/ui/histogram.tsx';
import { Menu, MenuItem, MenuSeparator } from '../app/ui/menu.tsx';
import { PageTitle } from '../app/ui/page-title.tsx';
import { Poster, Still } from '../app/ui/picture.tsx';
import { Progress } from '../app/ui/progress.tsx';
import { PosterGrid, Rail } from '../app/ui/rail.tsx';
import { StarRating, StarRatingInput } from '../app/ui/star-rating.tsx';
import { EmptyState, EndOfList, ErrorState, Skeleton } from '../app/ui/states.tsx';
import { Switch } from '../app/ui/switch.tsx';
import { TabLinks, Tabs } from '../app/ui/tabs.tsx';
import { toast } from '../app/ui/toast.ts';
import { Toaster } from '../app/ui/toaster.tsx';
import { Tooltip } from '../app/ui/tooltip.tsx';

const titles = [
  'The Salt Road',
  'Nocturne for a Lighthouse',
  'Mother of Pearl',
  'Everything the Tide Keeps, and a Title That Is Long',
  'Kiln',
  'Small Hours',
  'A House Facing North',
  'Fieldwork',
  'Ember Days',
  'Second Sight',
];
const thumbhash = 'VfcFHIJneIeAeHeHd4d3f4B3fAeA';
const picture = (name: string, still = false) => ({
  uri: `/pictures/${still ? 'still' : 'poster'}-${name.replace(/\W+/g, '-')}`,
  width: still ? 1280 : 800,
  height: still ? 720 : 1200,
  widths: [200, 400, 800],
  thumbhash,
});
const sizes = '(min-width: 64rem) 11.5rem, 31vw';
const countries = ['Argentina', 'Brazil', 'Denmark', 'France', 'Japan', 'Mexico', 'New Zealand', 'Portugal'].map(
  (label) => ({ value: label, label }),
);
const schema = z.object({
  title: z.string().min(1, 'Please add a title.'),
  logLine: z.string().max(120, 'A log line is at most 120 characters.'),
});

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-6 border-line border-t pt-8">
      <h2 className="font-title text-heading">{title}</h2>
      {children}
    </section>
  );
}

function Card({ title, href = '#' }: { title: string; href?: string }) {
  return (
    <li>
      <a href={href} className="group grid gap-2.5">
        <Poster
          source={picture(title)}
          alt=""
          sizes={sizes}
          className="transition-[filter] duration-(--steady) group-hover:brightness-110"
        />
        <span className="grid gap-0.5">
          <span className="line-clamp-2 text-small group-hover:text-action-ink">{title}</span>
          <span className="text-caption text-ink-faint">2025 · 1 h 42 min</span>
        </span>
      </a>
    </li>
  );
}

function Hero() {
  return (
    <section className="relative isolate grid min-h-[min(36rem,72vh)] items-end overflow-hidden bg-film text-on-film">
      <Still
        source={picture('hero', true)}
        alt=""
        sizes="100vw"
        priority
        className="!absolute inset-0 -z-10 !aspect-auto h-full !rounded-none opacity-80"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-film via-film/45 to-transparent" />
      <div className="page grid gap-5 pt-40 pb-14">
        <p className="text-on-film-muted text-small">Festival premiere · Drama · Portugal</p>
        <p className="max-w-4xl font-title text-display">Nocturne for a Lighthouse</p>
        <p className="max-w-xl text-lead text-on-film-muted">
          The last keeper on the coast learns that the light has been answering somebody.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large" icon={<Play aria-hidden className="size-5 fill-current" />}>
            Watch
          </Button>
          <Button size="large" variant="quiet" className="!text-on-film hover:!bg-on-film/10">
            Trailer
          </Button>
        </div>
      </div>
    </section>
  );
}

function Forms() {
  const form = useZodForm(schema, { title: '', logLine: '' });
  const [country, setCountry] = useState('Portugal');
  const [talents, setTalents] = useState(['Director', 'Editor']);
  const [kind, setKind] = useState('pro');
  return (
    <div className="grid items-start gap-12 lg:grid-cols-2">
      <Form form={form} onSubmit={() => toast({ message: 'Saved', tone: 'good', undo: () => undefined })}>
        <TextField label="Film title" {...fieldOf(form, 'title')} hint="As it stands on the poster." />
        <TextArea
          label="Log line"
          optional
          limit={120}
          length={form.watch('logLine').length}
          {...fieldOf(form, 'logLine')}
        />
        <TextField label="Email" defaultValue="maria@" error="Please enter your email." />
        <TextField
          label="Search crew"
          hideLabel
          placeholder="Search crew"
          prefix={<Search aria-hidden className="size-4" />}
        />
        <SubmitButton>Create film</SubmitButton>
      </Form>
      <div className="grid gap-6">
        <Select
          label="Project type"
          options={[
            { value: 'SHORT', label: 'Short film' },
            { value: 'FEATURE', label: 'Feature film' },
          ]}
          placeholder="Choose one"
        />
        <Combobox label="Country" value={country} onChange={setCountry} options={countries} />
        <MultiCombobox
          label="Talents"
          hint="Choose 1 to 4."
          max={4}
          value={talents}
          onChange={setTalents}
          options={['Actor', 'Composer', 'Director', 'Editor', 'Producer', 'Writer'].map((label) => ({
            value: label,
            label,
          }))}
        />
        <RadioCards
          legend="Who are you?"
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          options={[
            {
              value: 'lover',
              label: 'Movie Lover',
              description: 'Watch, rate, meet at festivals.',
              icon: <Video className="size-5" />,
            },
            {
              value: 'pro',
              label: 'Entertainment Pro',
              description: 'All of that, and bring out your own films.',
              icon: <Clapperboard className="size-5" />,
            },
          ]}
        />
        <Checkbox label="This is a student film" hint="Festivals ask for it." />
        <Switch label="Published" hint="Everybody can find the film." defaultChecked />
      </div>
    </div>
  );
}

function Gallery() {
  const [stars, setStars] = useState(4);
  return (
    <>
      <TopBar />
      <main className="pb-24">
        <Hero />
        <div className="page grid gap-14 pt-12 *:min-w-0">
          <Rail title="New this week" href="#new">
            {titles.map((title) => (
              <Card key={title} title={title} />
            ))}
          </Rail>
          <Rail title="Continue watching" shape="still">
            {titles.slice(0, 5).map((title) => (
              <li key={title} className="grid gap-2.5">
                <Still source={picture(title, true)} alt="" sizes="22rem" />
                <Progress label={title} value={38} detail="42 min left" />
              </li>
            ))}
          </Rail>
          <PageTitle
            title="Mother of Pearl"
            lead="Three sisters inherit a button factory, and the strike that comes with it."
            crumbs={[
              { href: '#films', label: 'Films' },
              { href: '#drama', label: 'Drama' },
            ]}
            aside={<Badge tone="warn">Pending review</Badge>}
            actions={
              <>
                <Button icon={<Pencil aria-hidden className="size-4" />}>Edit</Button>
                <Button variant="primary" icon={<Play aria-hidden className="size-4 fill-current" />}>
                  Resume
                </Button>
              </>
            }
          />
          <TabLinks
            label="Film"
            tabs={[
              { to: '/', label: 'About' },
              { to: '/crew', label: 'Crew', count: 14 },
              { to: '/reviews', label: 'Reviews', count: 128 },
            ]}
          />
          <Section title="Ratings">
            <div className="grid gap-10 md:grid-cols-2">
              <div className="grid content-start gap-4">
                <StarRating value={4.3} count={1284} size="medium" />
                <StarRatingInput label="Your rating" value={stars} onChange={setStars} size="large" />
              </div>
              <Histogram counts={[12, 30, 98, 420, 724]} />
            </div>
          </Section>
          <Section title="Forms">
            <Forms />
          </Section>
          <Section title="Actions and states">
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="primary">Watch</Button>
              <Button>Add crew</Button>
              <Button variant="quiet">Not now</Button>
              <Button pending>Saving</Button>
              <Button disabled>Publish</Button>
              <LinkButton to="/" size="small">
                Open
              </LinkButton>
              <Tooltip text="Two new">
                <IconButton label="Notifications">
                  <Bell className="size-5" />
                </IconButton>
              </Tooltip>
              <Menu
                trigger={
                  <IconButton label="More">
                    <Ellipsis className="size-5" />
                  </IconButton>
                }
              >
                <MenuItem icon={<Pencil className="size-4" />} onSelect={() => undefined}>
                  Edit
                </MenuItem>
                <MenuItem icon={<Download className="size-4" />} onSelect={() => undefined}>
                  Download
                </MenuItem>
                <MenuSeparator />
                <MenuItem destructive icon={<Trash2 className="size-4" />} onSelect={() => undefined}>
                  Delete film
                </MenuItem>
              </Menu>
              <ConfirmDialog
                title="Delete “Mother of Pearl”?"
                description="Its video, its pictures and its 128 reviews are deleted. This cannot be taken back."
                confirmLabel="Delete film"
                destructive
                onConfirm={() => undefined}
                trigger={<Button variant="danger">Delete film</Button>}
              />
            </div>
            <div className="flex flex-wrap gap-2">
              <Badge>Draft</Badge>
              <Badge tone="outline">PG-13</Badge>
              <Badge tone="good">Approved</Badge>
              <Badge tone="warn">Pending review</Badge>
              <Badge tone="danger">Missing assets</Badge>
              <Badge tone="action" icon={<Award aria-hidden className="size-3.5" />}>
                Festival winner
              </Badge>
              <Badge tone="live">Live</Badge>
            </div>
            <div className="grid gap-3 md:grid-cols-2">
              <Banner tone="warn">You see a preview. Nobody else finds this film yet.</Banner>
              <Banner tone="danger">This file is not a video. Choose another one.</Banner>
              <Banner tone="good">Published. Staff will look at it.</Banner>
              <Banner action={<Button size="small">Reload</Button>}>A newer version is here.</Banner>
            </div>
            <div className="grid gap-6 md:grid-cols-2">
              <Progress label="kiln-master-prores.mov" value={42} detail="3.4 of 8.1 GB · 6 min" />
              <Progress label="Checking the file" />
            </div>
            <div className="flex items-center gap-4">
              <Avatar name="Maria Oliveira" size="large" />
              <Avatar name="Kenji Watanabe" />
              <Avatar name="Åse" size="small" />
              <UserRound aria-hidden className="size-5 text-ink-faint" />
            </div>
            <Tabs
              label="Example"
              tabs={[
                { value: 'a', label: 'Details', content: <p>First panel</p> },
                { value: 'b', label: 'Assets', content: <p>Second panel</p> },
              ]}
            />
          </Section>
          <Section title="All films">
            <PosterGrid label="Films">
              {titles.map((title) => (
                <Card key={title} title={title} />
              ))}
              <li className="grid content-start gap-2.5">
                <Skeleton className="aspect-2/3 !rounded-poster" />
                <Skeleton className="h-4 w-3/4" />
                <Skeleton className="h-3 w-1/2" />
              </li>
              <li>
                <Poster source={undefined} alt="No poster yet" sizes={sizes} />
              </li>
            </PosterGrid>
            <EndOfList />
          </Section>
          <div className="grid gap-4 md:grid-cols-2">
            <EmptyState
              icon={<Clapperboard aria-hidden />}
              title="No cast and crew listed yet"
              action={<Button variant="primary">Add crew</Button>}
            >
              Everybody who worked on the film can stand here.
            </EmptyState>
            <ErrorState title="The reviews did not load" onRetry={() => undefined}>
              The film itself is fine. Try again in a moment.
            </ErrorState>
          </div>
        </div>
      </main>
      <BottomBar />
      <Toaster />
    </>
  );
}

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
const theme = new URLSearchParams(window.location.search).get('theme');
if (theme) document.documentElement.dataset.theme = theme;
createRoot(document.body).render(<RouterProvider router={router} />);
