{{- define "marquee.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that never change, of all pods of the release. */}}
{{- define "marquee.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "marquee.labels" -}}
{{ include "marquee.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "marquee.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* The host that the Ingress answers for: publicUrl's. */}}
{{- define "marquee.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end -}}

{{/* The service by which browsers come in. */}}
{{- define "marquee.public" -}}
{{- range $name, $service := .Values.services }}{{ if $service.public }}{{ $name }}{{ end }}{{ end -}}
{{- end -}}

{{- define "marquee.publicPort" -}}
{{- (index .Values.services (include "marquee.public" .)).httpPort -}}
{{- end -}}

{{/* A name as variables spell it. */}}
{{- define "marquee.variable" -}}
{{- upper . | replace "-" "_" -}}
{{- end -}}

{{- define "marquee.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "marquee.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Where a pod may run. Called with a list: the root, the component. */}}
{{- define "marquee.placement" -}}
{{- $root := index . 0 }}{{ $component := printf "app.kubernetes.io/component: %s" (index . 1) }}{{ $selector := include "marquee.selector" $root -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ $selector | nindent 8 }}
        {{ $component }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{ $selector | nindent 14 }}
              {{ $component }}
{{- end -}}
