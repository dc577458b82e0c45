import { Box, Checkbox, type CheckboxProps } from '@mantine/core';

/** A checkbox of a dense table, with at least 24 pixels each way to be pressed (WCAG 2.5.8). */
export function RowCheckbox(props: CheckboxProps & { 'aria-label': string }) {
  return (
    <Box component="label" style={{ display: 'grid', placeItems: 'center', width: 24, height: 24 }}>
      <Checkbox size="xs" {...props} />
    </Box>
  );
}
