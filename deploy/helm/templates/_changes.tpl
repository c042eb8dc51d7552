{{/* The settings of the size, with those of the values over them. A number stays as it is written: 4, not 4e+00, and 0.5. */}}
{{- define "tributary.settings" -}}
{{- $data := deepCopy .data -}}
{{- if .root.Values.host -}}
{{- $_ := set $data "PUBLIC_URL" (printf "https://%s" .root.Values.host) -}}
{{- end -}}
{{- range $name, $value := .root.Values.settings -}}
{{- $_ := set $data $name (and (kindIs "float64" $value) (eq (floor $value) $value) | ternary (int64 $value | toString) (toString $value)) -}}
{{- end -}}
{{- toYaml $data -}}
{{- end -}}

{{/* What a pod has differently here: image, settings, the names of secrets. Changes it in place. */}}
{{- define "tributary.pod" -}}
{{- $root := .root -}}
{{- $pod := .pod -}}
{{- with $root.Values.image.pullSecrets -}}
{{- $secrets := list -}}
{{- range . }}{{ $secrets = append $secrets (dict "name" .) }}{{ end -}}
{{- $_ := set $pod "imagePullSecrets" $secrets -}}
{{- end -}}
{{- range $container := $pod.containers -}}
{{- $_ := set $container "image" (printf "%s:%s" $root.Values.image.repository ($root.Values.image.tag | default $root.Chart.AppVersion)) -}}
{{- range $source := $container.envFrom -}}
{{- with $source.configMapRef }}{{ $_ := set . "name" "tributary" }}{{ end -}}
{{- with $source.secretRef }}{{ $_ := set . "name" (get $root.Values.existingSecrets .name) }}{{ end -}}
{{- end -}}
{{- range $variable := $container.env -}}
{{- with (($variable.valueFrom).secretKeyRef) }}{{ $_ := set . "name" (get $root.Values.existingSecrets .name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What a Deployment, or the object that scales it, has differently here. Changes it in place. */}}
{{- define "tributary.size" -}}
{{- $object := .object -}}
{{- $own := get .root.Values.services $object.metadata.name | default dict -}}
{{- if eq $object.kind "Deployment" -}}
{{- if hasKey $own "replicas" }}{{ $_ := set $object.spec "replicas" $own.replicas }}{{ end -}}
{{- with $own.resources }}{{ $_ := set (first $object.spec.template.spec.containers) "resources" . }}{{ end -}}
{{- else if eq $object.kind "HorizontalPodAutoscaler" -}}
{{- if hasKey $own "minReplicas" }}{{ $_ := set $object.spec "minReplicas" $own.minReplicas }}{{ end -}}
{{- if hasKey $own "maxReplicas" }}{{ $_ := set $object.spec "maxReplicas" $own.maxReplicas }}{{ end -}}
{{- else if eq $object.kind "ScaledObject" -}}
{{- if hasKey $own "minReplicas" }}{{ $_ := set $object.spec "minReplicaCount" $own.minReplicas }}{{ end -}}
{{- if hasKey $own "maxReplicas" }}{{ $_ := set $object.spec "maxReplicaCount" $own.maxReplicas }}{{ end -}}
{{- end -}}
{{- end -}}
