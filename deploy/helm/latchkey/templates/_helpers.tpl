{{- define "latchkey.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end -}}
{{- end }}

{{- define "latchkey.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "latchkey.labels" -}}
{{ include "latchkey.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "latchkey.onPostgres" -}}
{{- if eq .Values.database "postgres" }}yes{{ else if ne .Values.database "sqlite" }}{{ fail "database is sqlite or postgres" }}{{ end -}}
{{- end }}

{{/* What every pod with this image has in common: nobody's rights, no token of the cluster, no variables of other services. */}}
{{- define "latchkey.pod" -}}
automountServiceAccountToken: false
# A Service named latchkey would otherwise put variables named LATCHKEY_… here, which are no settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "latchkey.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- with .Values.settings }}
env:
  {{- range $name, $value := . }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end }}
{{- if include "latchkey.onPostgres" . }}
envFrom:
  - secretRef:
      name: {{ required "secretName is needed with postgres" .Values.secretName }}
{{- else if .Values.secretName }}
envFrom:
  - secretRef:
      name: {{ .Values.secretName }}
{{- end }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "latchkey.ports" -}}
users: 8080
auth: 8090
users-grpc: 10000
auth-grpc: 50051
users-metrics: 9464
auth-metrics: 9465
{{- with .Values.settings.LATCHKEY_CONSOLE_PORT }}
console: {{ . }}
{{- end }}
{{- end }}
