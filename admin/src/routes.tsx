import { Navigate, type RouteObject } from 'react-router';
import { NotFound } from './shell/not-found.tsx';
import { page } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';
import { userRoutes } from './users/user-routes.tsx';

/** The pages of the back office, below /superadmin. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to="content" replace /> },
      { path: 'content', ...page(async () => (await import('./films/films-page.tsx')).FilmsPage) },
      { path: 'content/:filmId', ...page(async () => (await import('./films/film-page.tsx')).FilmPage) },
      {
        path: 'festivals',
        ...page(async () => (await import('./organizations/organizations-page.tsx')).OrganizationsPage),
      },
      {
        path: 'festivals/new',
        ...page(async () => (await import('./organizations/create-organization-page.tsx')).CreateOrganizationPage),
      },
      {
        path: 'festivals/:festivalId',
        ...page(async () => (await import('./organizations/organization-page.tsx')).OrganizationPage),
      },
      {
        path: 'festivals/:festivalId/events/:eventId/orders',
        ...page(async () => (await import('./orders/event-orders-page.tsx')).EventOrdersPage),
      },
      {
        path: 'ticket-orders/:orderId',
        ...page(async () => (await import('./orders/ticket-order-page.tsx')).TicketOrderPage),
      },
      { path: 'featured', ...page(async () => (await import('./featured/featured-page.tsx')).FeaturedPage) },
      { path: 'campaigns', ...page(async () => (await import('./campaigns/campaigns-page.tsx')).CampaignsPage) },
      { path: 'campaigns/new', ...page(async () => (await import('./campaigns/campaign-page.tsx')).NewCampaignPage) },
      {
        path: 'campaigns/:campaignId',
        ...page(async () => (await import('./campaigns/campaign-page.tsx')).CampaignPage),
      },
      { path: 'settings', ...page(async () => (await import('./settings/settings-page.tsx')).SettingsPage) },
      { path: 'settings/:key', ...page(async () => (await import('./settings/setting-page.tsx')).SettingPage) },
      { path: 'reports', ...page(async () => (await import('./reports/reports-page.tsx')).ReportsPage) },
      { path: 'reports/:reportId', ...page(async () => (await import('./reports/report-page.tsx')).ReportPage) },
      { path: 'reviews', ...page(async () => (await import('./review-queue/review-queue-page.tsx')).ReviewQueuePage) },
      { path: 'workers', ...page(async () => (await import('./workers/workers-page.tsx')).WorkersPage) },
      {
        path: 'reconciliation',
        ...page(async () => (await import('./reconciliation/reconciliation-page.tsx')).ReconciliationPage),
      },
      ...userRoutes,
      { path: '*', element: <NotFound title="Page Not Found" /> },
    ],
  },
];
