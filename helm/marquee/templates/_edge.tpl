{{/* files/edge/nginx.conf, with the space that segments may take. */}}
{{- define "marquee.edgeNginx" -}}
{{- .Files.Get "files/edge/nginx.conf" | replace "max_size=40g" (printf "max_size=%s" .Values.edge.segmentsMax) -}}
{{- end -}}

{{/* files/edge, with the upstreams and ports of this release. */}}
{{- define "marquee.edgeConfig" -}}
{{- $full := include "marquee.fullname" . -}}
{{- $domain := printf "%s.svc.%s" .Release.Namespace .Values.edge.clusterDomain -}}
nginx.conf: {{ include "marquee.edgeNginx" . | quote }}
media.conf: {{ .Files.Get "files/edge/media.conf" | quote }}
proxy.conf: {{ .Files.Get "files/edge/proxy.conf" | quote }}
listen.conf: "listen 8080;\n"
status.conf: "listen 8081;\n"
upstreams.conf: |
  resolver {{ .Values.edge.resolver }} valid=5s ipv6=off;
  resolver_timeout 2s;
{{- range $name, $service := .Values.services }}{{ if or $service.public $service.behindEdge }}
  upstream {{ $name }} {
    zone {{ $name }} 256k;
    {{- if $service.public }}
    least_conn;
    {{- end }}
    server {{ $full }}-{{ $name }}.{{ $domain }}:{{ $service.httpPort }} resolve max_fails=2 fail_timeout=3s;
    # Where all have failed, as when they cut the requests of one client who sends too slowly, they are asked all the same.
    server {{ $full }}-{{ $name }}.{{ $domain }}:{{ $service.httpPort }} resolve backup max_fails=0;
    keepalive 64;
    keepalive_timeout 60s;
  }
{{- end }}{{ end }}
{{- end }}
