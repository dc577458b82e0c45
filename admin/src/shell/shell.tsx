import { ActionIcon, AppShell, Burger, Group, NavLink, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconSunMoon } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useStaff } from '../users/permissions.ts';
import { ROOMS, roomAt } from './rooms.tsx';

/** The frame of every room of the back office. */
export function Shell() {
  const [open, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const { may } = useStaff();
  const room = roomAt(pathname);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 200, breakpoint: 'md', collapsed: { mobile: !open } }}
      padding="md"
      onKeyDown={(event) => open && event.key === 'Escape' && close()}
    >
      <a href="#main" className="skip">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Group gap="sm">
            <Burger
              opened={open}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label="Menu"
              aria-expanded={open}
              aria-controls="rooms"
            />
            <Text fw={700}>Marquee back office</Text>
          </Group>
          <Group gap="xs">
            <ActionIcon
              variant="subtle"
              title="Light or dark"
              onClick={toggleColorScheme}
              aria-label="Switch between light and dark"
            >
              <IconSunMoon size={18} />
            </ActionIcon>
            <ActionIcon variant="subtle" title="To the site" component="a" href="/" aria-label="Leave the back office">
              <IconArrowLeft size={18} />
            </ActionIcon>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="rooms" className="rooms" data-open={open || undefined} p="xs" aria-label="Back office">
        {ROOMS.map(({ to, label, Icon, needs, Count }) =>
          needs === undefined || may(needs) ? (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              leftSection={<Icon size={18} />}
              rightSection={
                Count && (
                  <Suspense>
                    <Count />
                  </Suspense>
                )
              }
              active={to === room}
              aria-current={to === room ? 'page' : undefined}
              onClick={close}
            />
          ) : null,
        )}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
