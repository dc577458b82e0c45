/** How much a process gets, in the terms of the chart. What is left out has the default. */
export type Size = {
  replicas?: number;
  heapMegabytes?: number;
  resources?: { requests: Amounts; limits: Amounts };
  /** Variables that belong to this size. */
  environment?: Record<string, string>;
};

/** What a release of a service is made of. */
export type ReleaseSettings = Size & {
  autoscaling?: Scaling & {
    cpuPercent?: number;
    /** Messages that may wait for one replica; the group and the topics follow from the declaration. */
    lagMessages?: number;
    queuedTranscodes?: number;
    /** Kubernetes' HorizontalPodAutoscaler behaviour. */
    scaleDown?: object;
  };
  /** Its size in values-small.yaml, for one node. */
  small?: Size;
  /** What a premiere changes of its size, in values-premiere.yaml. */
  premiere?: Size & { autoscaling?: Scaling };
  /** A volume of its own for work files. */
  scratch?: { size: string };
  /** The port of its HTTP, 8080 unless set. */
  httpPort?: number;
  /** Browsers come in here, by the Ingress or the edge. One service of the list is. */
  isPublic?: boolean;
  /** The edge asks its HTTP as well. */
  isBehindEdge?: boolean;
  /** Variables that an operator of compose may set in the environment. */
  adjustable?: readonly string[];
};

type Scaling = { minReplicas?: number; maxReplicas?: number };
type Amounts = { cpu: string; memory: string; 'ephemeral-storage'?: string };
