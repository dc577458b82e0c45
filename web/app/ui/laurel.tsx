/** The two branches of a festival's laurel. */
export function Laurel({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M7.5 20C4.5 17.5 3 14.6 3 11.2c0-2.6.9-5 2.6-7" />
      <path d="M16.5 20c3-2.5 4.5-5.4 4.5-8.8 0-2.6-.9-5-2.6-7" />
      <path d="M3 11.5c1.8.1 3 .8 3.6 2.3M3.6 7.800c1.900 0 3.200.6 4 2M5.300 4.500c1.700-.1 3 .3 3.900 1.300M4.700 16c1.700-.4 3.200-.1 4.300 1" />
      <path d="M21 11.500c-1.800.1-3 .8-3.600 2.300M20.400 7.800c-1.900 0-3.200.6-4 2M18.700 4.500c-1.700-.1-3 .3-3.900 1.300M19.300 16c-1.700-.4-3.200-.1-4.300 1" />
    </svg>
  );
}
