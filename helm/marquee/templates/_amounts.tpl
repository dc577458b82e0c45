{{/* A quantity as a number of bytes. */}}
{{- define "marquee.bytes" -}}
{{- $text := toString . }}{{ $unit := regexFind "[A-Za-z]+$" $text -}}
{{- $factors := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 -}}
{{- $factors = merge $factors (dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776) -}}
{{- mulf (trimSuffix $unit $text | float64) (get $factors $unit | float64) -}}
{{- end -}}

{{/* What nginx may keep in its caches, in bytes: its sizes are 512m and 5g. */}}
{{- define "marquee.edgeBytes" -}}
{{- $sum := 0.0 -}}
{{- range regexFindAll "max_size=[0-9]+[mg]" (include "marquee.edgeNginx" .) -1 -}}
{{- $sum = addf $sum (trimPrefix "max_size=" . | upper | printf "%si" | include "marquee.bytes" | float64) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* The port of a URL, said or meant. */}}
{{- define "marquee.urlPort" -}}
{{- $url := urlParse . -}}
{{- regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) -}}
{{- end -}}
