#!/bin/bash
exec java ${KAFKA_HEAP_OPTS:--Xmx256M} -server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -Djava.awt.headless=true \
  "-Dlog4j2.configurationFile=${KAFKA_LOG_FILE:-/etc/kafka/docker/tools-log4j2.yaml}" -cp "${KAFKA_JARS:-/opt/kafka/libs}/*" "$@"
