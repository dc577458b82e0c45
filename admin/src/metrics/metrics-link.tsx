import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { MetricsService } from '@marquee/contracts/marketing/v1/metrics_pb';
import { Link } from 'react-router';

/** The way to the metrics, for those on the list of the settings [ADU-08]. */
export function MetricsLink() {
  const { data } = useQuery(MetricsService.method.getMetricsAccess, {});
  if (!data?.allowed) return null;
  return (
    <Button size="xs" variant="default" component={Link} to="/users/metrics">
      Metrics
    </Button>
  );
}
