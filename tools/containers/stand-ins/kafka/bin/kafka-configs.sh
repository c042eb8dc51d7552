#!/bin/bash
export KAFKA_JARS=/opt/kafka/commands
exec "$(dirname "$0")/kafka-run-class.sh" kafka.admin.ConfigCommand "$@"
