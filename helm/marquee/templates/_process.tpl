{{/* What of drainDelaySeconds passes before SIGTERM; the rest is DRAIN_DELAY_MS. */}}
{{- define "marquee.preStopSeconds" -}}
{{- div .Values.drainDelaySeconds 2 -}}
{{- end -}}

{{/* The environment of a process besides its secrets. Called with a list: the root, the process's name, its values. */}}
{{- define "marquee.environment" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $service := index . 2 -}}
{{- $values := $root.Values }}{{ $full := include "marquee.fullname" $root -}}
{{- $environment := dict "HOST" "0.0.0.0" "RPC_PORT" "50051" "PROBE_PORT" "9090" "NODE_ENV" "production" "TMPDIR" "/tmp" -}}
{{- $_ := set $environment "LOG_LEVEL" $values.logLevel -}}
{{- $_ := set $environment "DRAIN_DELAY_MS" (sub $values.drainDelaySeconds (include "marquee.preStopSeconds" $root) | mul 1000 | toString) -}}
{{- $_ := set $environment "NODE_OPTIONS" (printf "--max-old-space-size=%d --disable-warning=ExperimentalWarning" (int $service.heapMegabytes)) -}}
{{- if $values.allowNewerSchema }}{{ $_ := set $environment "ALLOW_NEWER_SCHEMA" "1" }}{{ end -}}
{{- range $service.calls -}}
{{- $_ := set $environment (printf "%s_ADDRESS" (include "marquee.variable" .)) (printf "%s-%s.%s.svc:50051" $full . $root.Release.Namespace) -}}
{{- end -}}
{{- with $values.kafka.brokers -}}
{{- $_ := set $environment "KAFKA_BROKERS" (join "," .) -}}
{{- $_ := set $environment "KAFKA_REPLICATION" ($values.kafka.replication | toString) -}}
{{- with $values.kafka.tls }}{{ if .enabled }}{{ $_ := set $environment "KAFKA_SSL" "true" }}{{ end }}{{ end -}}
{{- with $values.kafka.sasl.mechanism }}{{ $_ := set $environment "KAFKA_SASL_MECHANISM" . }}{{ end -}}
{{- end -}}
{{- with $values.telemetry -}}
{{- $_ := set $environment "OTEL_SERVICE_NAME" $name -}}
{{- if .otlpEndpoint -}}
{{- $_ := set $environment "OTEL_EXPORTER_OTLP_ENDPOINT" .otlpEndpoint -}}
{{- $_ := set $environment "OTEL_TRACES_SAMPLER_ARG" (.samplerRatio | toString) -}}
{{- end -}}
{{- end -}}
{{- with $values.errorReporting.dsn -}}
{{- $_ := set $environment "ERROR_REPORTING_DSN" . -}}
{{- $_ := set $environment "RELEASE" ($values.image.tag | default $root.Chart.AppVersion) -}}
{{- end -}}
{{- if has "s3" $service.uses -}}
{{- $_ := set $environment "S3_REGION" $values.s3.region -}}
{{- $_ := set $environment "S3_BUCKET" $values.s3.bucket -}}
{{- with $values.s3.endpoint }}{{ $_ := set $environment "S3_ENDPOINT" . }}{{ end -}}
{{- end -}}
{{- if and (has "scanner" $service.uses) $values.scanner.host -}}
{{- $_ := set $environment "CLAMD_URL" (printf "tcp://%s:%v" $values.scanner.host $values.scanner.port) -}}
{{- end -}}
{{- /* Settings of the release, and where files lie, for those that have a variable for them. */ -}}
{{- $proxies := add $values.trustedProxies (ternary 1 0 $values.edge.enabled) | toString -}}
{{- $settings := dict "PUBLIC_URL" $values.publicUrl "MAIL_FROM" $values.mailFrom "TRUSTED_PROXIES" $proxies -}}
{{- $settings = merge $settings (dict "SCRATCH_DIR" "/var/marquee/scratch" "UPLOADS_DIR" "/var/marquee/uploads") -}}
{{- range $service.settings -}}
{{- $_ := set $environment . (get $settings .) -}}
{{- end -}}
{{- with $service.httpVariable -}}
{{- $_ := set $environment . ($service.httpPort | toString) -}}
{{- end -}}
{{- range $service.callsHttp -}}
{{- $port := (index $values.services .).httpPort -}}
{{- $_ := set $environment (printf "%s_HTTP_URL" (include "marquee.variable" .)) (printf "http://%s-%s-http.%s.svc:%v" $full . $root.Release.Namespace $port) -}}
{{- end -}}
{{- range $variable, $value := merge (dict) ($service.env | default dict) $environment }}
- { name: {{ $variable }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{/* The brokers as they are found from any namespace: KEDA asks them from its own, where a short name is nobody's. */}}
{{- define "marquee.brokersFromAnywhere" -}}
{{- $brokers := list -}}
{{- range .Values.kafka.brokers -}}
{{- $host := splitList ":" . | first -}}
{{- $full := contains "." $host | ternary $host (printf "%s.%s.svc" $host $.Release.Namespace) -}}
{{- $brokers = append $brokers (printf "%s:%s" $full (splitList ":" . | last)) -}}
{{- end -}}
{{- join "," $brokers -}}
{{- end -}}

{{/* How replicas go: unless a service says otherwise, none loses work. */}}
{{- define "marquee.scaleDown" -}}
{{- .autoscaling.scaleDown | default (dict "stabilizationWindowSeconds" 300) | toJson -}}
{{- end -}}

{{/* Lag and waiting transcodes, as KEDA asks for them. */}}
{{- define "marquee.triggers" -}}
{{- $root := index . 0 }}{{ $service := index . 1 -}}
- { type: cpu, metricType: Utilization, metadata: { value: {{ $service.autoscaling.cpuPercent | quote }} } }
{{- with $service.autoscaling.lag }}{{ $lag := . }}{{ range .topics }}
{{- if $root.Values.kafka.brokers }}
- type: kafka
  metadata:
    bootstrapServers: {{ include "marquee.brokersFromAnywhere" $root | quote }}
    consumerGroup: {{ $lag.group }}.{{ . }}
    topic: {{ . }}
    lagThreshold: {{ $lag.messages | quote }}
    activationLagThreshold: {{ $lag.messages | quote }}
    {{- if $root.Values.kafka.tls.enabled }}
    tls: enable
    {{- end }}
    {{- with $root.Values.kafka.sasl.mechanism }}
    sasl: {{ get (dict "plain" "plaintext" "scram-sha-256" "scram_sha256" "scram-sha-512" "scram_sha512") . }}
    {{- end }}
  {{- if include "marquee.kafkaSecrets" $root }}
  authenticationRef: { name: {{ include "marquee.fullname" $root }}-kafka }
  {{- end }}
{{- end }}{{ end }}{{ end }}
{{- with $service.autoscaling.queuedTranscodes }}{{ if $root.Values.keda.prometheusAddress }}
- type: prometheus
  metadata:
    serverAddress: {{ $root.Values.keda.prometheusAddress | quote }}
    query: max(marquee_transcodes{state="queued",namespace={{ $root.Release.Namespace | quote }}})
    threshold: {{ . | quote }}
{{- end }}{{ end }}
{{- end -}}
