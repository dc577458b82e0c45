{{/*
What a process reads from Secrets, a line each: `VARIABLE secret key`. All of it lies in one projected volume, and
<VARIABLE>_FILE names the file. Called with a list: the root, the process's name, its values.
*/}}
{{- define "marquee.secretLines" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $service := index . 2 -}}
{{- $values := $root.Values }}{{ $prefix := $values.keys.secretPrefix -}}
{{- range $service.keys }}
{{ . }} {{ $prefix }}-{{ $name }} {{ . }}
{{- end }}
PUBLIC_KEYS {{ $prefix }}-public PUBLIC_KEYS
{{- with $service.database }}
{{ include "marquee.databaseLine" (list $root .) }}
{{- end }}
{{- if not $values.kafka.brokers }}
{{ include "marquee.databaseLine" (list $root "bus") }}
{{- end }}
{{- include "marquee.kafkaSecrets" $root }}
{{- with $values.redis }}{{ if .secret }}
REDIS_URL {{ .secret }} {{ .key }}
{{- end }}{{ end }}
{{- if has "s3" $service.uses }}{{ with $values.s3 }}
S3_ACCESS_KEY_ID {{ .secret }} {{ .accessKeyIdKey }}
S3_SECRET_ACCESS_KEY {{ .secret }} {{ .secretAccessKeyKey }}
{{- end }}{{ end }}
{{- if has "smtp" $service.uses }}{{ with $values.smtp }}
SMTP_URL {{ .secret }} {{ .key }}
{{- end }}{{ end }}
{{- end -}}

{{/* What speaking to the brokers takes, in such lines; nothing where they ask for nothing. */}}
{{- define "marquee.kafkaSecrets" -}}
{{- with .Values.kafka.tls }}{{ if .caSecret }}
KAFKA_SSL_CA {{ .caSecret }} {{ .caKey }}
{{- end }}{{ end }}
{{- with .Values.kafka.sasl }}{{ if .mechanism }}
KAFKA_USERNAME {{ .secret }} {{ .usernameKey }}
KAFKA_PASSWORD {{ .secret }} {{ .passwordKey }}
{{- end }}{{ end }}
{{- end -}}

{{- define "marquee.databaseLine" -}}
{{- $root := index . 0 }}{{ $name := index . 1 -}}
{{- $missing := ternary "kafka.brokers is empty and databases.bus is not set: set one of them" (printf "databases.%s is not set" $name) (eq $name "bus") -}}
{{- $database := index $root.Values.databases $name | required $missing -}}
DATABASE_URL_{{ include "marquee.variable" $name }} {{ $database.secret }} {{ $database.key }}
{{- end -}}

{{/* The projected volume of such lines. */}}
{{- define "marquee.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
{{- range splitList "\n" . }}{{ if . }}{{ $line := splitList " " . }}
      - secret: { name: {{ index $line 1 | quote }}, items: [{ key: {{ index $line 2 | quote }}, path: {{ index $line 0 }} }] }
{{- end }}{{ end }}
{{- end -}}

{{- define "marquee.secretEnvironment" -}}
{{- range splitList "\n" . }}{{ if . }}{{ $name := index (splitList " " .) 0 }}
- { name: {{ $name }}_FILE, value: /etc/marquee/{{ $name }} }
{{- end }}{{ end }}
{{- end -}}
