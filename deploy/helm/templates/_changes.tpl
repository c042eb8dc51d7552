{{/* A secret as a value would be readable in a ConfigMap, or in the pods: the rendering ends with where it belongs. */}}
{{- define "tributary.refuseSecrets" -}}
{{- $secrets := include "tributary.secretSettings" . | fromJson -}}
{{- $plain := dict -}}
{{- range $name, $value := .Values.settings }}{{ $_ := set $plain $name (list "settings" $value) }}{{ end -}}
{{- $pods := list .Values.pods -}}
{{- range $service := .Values.services }}{{ with $service.pods }}{{ $pods = append $pods . }}{{ end }}{{ end -}}
{{- range $pod := $pods -}}
{{- range $variable := $pod.extraEnv -}}
{{- if hasKey $variable "value" }}{{ $_ := set $plain $variable.name (list "extraEnv" $variable.value) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- range $name, $given := $plain -}}
{{- with get $secrets $name -}}
{{- fail (printf "%s: %s is a secret, and a value would be readable for everybody who may read ConfigMaps and pods: put it into the Secret %s" (first $given) $name .) -}}
{{- end -}}
{{- if regexMatch "://[^/@[:space:]]*:[^/@[:space:]]+@" (last $given | toString) -}}
{{- fail (printf "%s: %s has a password in it, and would be readable for everybody who may read ConfigMaps and pods: put it into a Secret, and give it to the pods by pods.extraEnv with valueFrom" (first $given) $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The settings of the size, with those of the values over them. A number stays as it is written: 4, not 4e+00, and 0.5. */}}
{{- define "tributary.settings" -}}
{{- $data := deepCopy .data -}}
{{- if .root.Values.host -}}
{{- $_ := set $data "PUBLIC_URL" (printf "https://%s" .root.Values.host) -}}
{{- end -}}
{{- if .root.Values.monitoring.podMonitor.enabled -}}
{{- $_ := set $data "METRICS_PORT" (include "tributary.metricsPort" .root) -}}
{{- end -}}
{{- range $name, $value := .root.Values.settings -}}
{{- $_ := set $data $name (and (kindIs "float64" $value) (eq (floor $value) $value) | ternary (int64 $value | toString) (toString $value)) -}}
{{- end -}}
{{- toYaml $data -}}
{{- end -}}

{{/* Where a scrape finds the figures, as text: a setting, or 9464 as OpenTelemetry's exporter has it. */}}
{{- define "tributary.metricsPort" -}}
{{- get .Values.settings "METRICS_PORT" | default 9464 -}}
{{- end -}}

{{- define "tributary.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{/* The labels by which Kubernetes' tools know an object of a chart. */}}
{{- define "tributary.labels" -}}
app.kubernetes.io/name: tributary
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: tributary
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* What the values give the pods of an object: those of the service over those of all, lists one after the other. Changes it in place. */}}
{{- define "tributary.extras" -}}
{{- $own := dig .name "pods" dict .root.Values.services -}}
{{- $all := .root.Values.pods -}}
{{- $pod := .template.spec -}}
{{- $metadata := .template.metadata | default dict -}}
{{- range $key := list "annotations" "labels" -}}
{{- with merge dict (get $metadata $key | default dict) (get $own $key | default dict) (get $all $key | default dict) }}{{ $_ := set $metadata $key . }}{{ end -}}
{{- end -}}
{{- $_ := set .template "metadata" $metadata -}}
{{- range $key := list "nodeSelector" "affinity" -}}
{{- with merge dict (get $own $key | default dict) (get $all $key | default dict) }}{{ $_ := set $pod $key . }}{{ end -}}
{{- end -}}
{{- with get $own "priorityClassName" | default $all.priorityClassName }}{{ $_ := set $pod "priorityClassName" . }}{{ end -}}
{{- with concat $all.tolerations (get $own "tolerations" | default list) }}{{ $_ := set $pod "tolerations" . }}{{ end -}}
{{- with concat $all.extraVolumes (get $own "extraVolumes" | default list) }}{{ $_ := set $pod "volumes" (concat ($pod.volumes | default list) .) }}{{ end -}}
{{- range $container := $pod.containers -}}
{{- with concat $all.extraEnv (get $own "extraEnv" | default list) }}{{ $_ := set $container "env" (concat ($container.env | default list) .) }}{{ end -}}
{{- with concat $all.extraVolumeMounts (get $own "extraVolumeMounts" | default list) }}{{ $_ := set $container "volumeMounts" (concat ($container.volumeMounts | default list) .) }}{{ end -}}
{{- end -}}
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
{{- $_ := set $container "image" (include "tributary.image" $root) -}}
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

{{/* When backups are made, how many stay, and where. Changes the object in place. */}}
{{- define "tributary.backup" -}}
{{- $backup := .root.Values.backup -}}
{{- $spec := .object.spec -}}
{{- if eq .object.kind "PersistentVolumeClaim" -}}
{{- $_ := set $spec "resources" (dict "requests" (dict "storage" $backup.size)) -}}
{{- with $backup.storageClass }}{{ $_ := set $spec "storageClassName" . }}{{ end -}}
{{- $annotations := .object.metadata.annotations | default dict -}}
{{- $_ := set .object.metadata "annotations" (set $annotations "helm.sh/resource-policy" "keep") -}}
{{- else if eq .object.kind "CronJob" -}}
{{- $_ := set $spec "schedule" $backup.schedule -}}
{{- with $backup.timeZone }}{{ $_ := set $spec "timeZone" . }}{{ end -}}
{{- $pod := $spec.jobTemplate.spec.template.spec -}}
{{- $container := first $pod.containers -}}
{{- $_ := set $container "args" (append (initial $container.args) ($backup.keep | int | toString)) -}}
{{- range $volume := $pod.volumes -}}
{{- if and (eq $volume.name "backups") $backup.existingClaim }}{{ $_ := set $volume.persistentVolumeClaim "claimName" $backup.existingClaim }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
