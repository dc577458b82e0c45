import { ActionIcon, AppShell, Burger, Group, NavLink, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconHistory,
  IconMovie,
  IconSettings,
  IconStar,
  IconSunMoon,
  IconUsers,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from 'react-router';

/** The frame of every room of the back office. */
export function Shell() {
  const [open, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 200, breakpoint: 'md', collapsed: { mobile: !open } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Group gap="sm">
            <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Menu" />
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
      <AppShell.Navbar p="xs" aria-label="Back office">
        <NavLink
          component={Link}
          to="/users"
          label="Users"
          leftSection={<IconUsers size={18} />}
          active={pathname.startsWith('/users')}
          onClick={close}
        />
        <NavLink
          component={Link}
          to="/content"
          label="Films"
          leftSection={<IconMovie size={18} />}
          active={pathname.startsWith('/content')}
          onClick={close}
        />
        <NavLink
          component={Link}
          to="/featured"
          label="Featured"
          leftSection={<IconStar size={18} />}
          active={pathname.startsWith('/featured')}
          onClick={close}
        />
        <NavLink
          component={Link}
          to="/settings"
          label="Settings"
          leftSection={<IconSettings size={18} />}
          active={pathname.startsWith('/settings')}
          onClick={close}
        />
        <NavLink
          component={Link}
          to="/audit"
          label="Audit log"
          leftSection={<IconHistory size={18} />}
          active={pathname.startsWith('/audit')}
          onClick={close}
        />
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
