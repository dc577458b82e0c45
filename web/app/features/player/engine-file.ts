/** The address of the built engine, on the server alone: the build writes it here. See web/name-engine-file.ts. */
export const engineFile: string | undefined = undefined;
