/** What a release of a service is made of, in the terms of the chart. What is left out has the default. */
export type ReleaseSettings = {
  replicas?: number;
  heapMegabytes?: number;
  resources?: { requests: Amounts; limits: Amounts };
  autoscaling?: {
    minReplicas?: number;
    maxReplicas?: number;
    cpuPercent?: number;
    /** Messages that may wait for one replica; the group and the topics follow from the declaration. */
    lagMessages?: number;
    queuedTranscodes?: number;
    /** Kubernetes' HorizontalPodAutoscaler behaviour. */
    scaleDown?: object;
  };
  /** A volume of its own for work files. */
  scratch?: { size: string };
  /** Settings that a release needs otherwise than a process on its own. */
  environment?: Record<string, string>;
  /** The port of its HTTP, 8080 unless set. */
  httpPort?: number;
  /** Browsers come in here, by the Ingress or the edge. One service of the list is. */
  isPublic?: boolean;
  /** The edge asks its HTTP as well. */
  isBehindEdge?: boolean;
  /** Variables that whoever runs compose may set in their own environment. */
  adjustable?: readonly string[];
};

type Amounts = { cpu: string; memory: string; 'ephemeral-storage'?: string };
