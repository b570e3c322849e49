/// What each CI system asks of a file, as far as ours use it; unknown keys are refused.
enum CISchemas {
  static let github = #"""
    { "type": "object", "required": ["on", "jobs", "permissions"],
      "properties": {
        "name": { "type": "string" }, "on": { "type": "object", "minProperties": 1 },
        "permissions": { "type": "object" }, "env": { "$ref": "#/$defs/env" },
        "jobs": { "type": "object", "minProperties": 1,
          "additionalProperties": { "$ref": "#/$defs/job" } } },
      "additionalProperties": false,
      "$defs": {
        "env": { "type": "object", "additionalProperties": { "type": ["string", "integer"] } },
        "job": { "type": "object", "required": ["runs-on", "steps", "timeout-minutes"],
          "properties": {
            "name": { "type": "string" }, "needs": { "type": "string" }, "if": { "type": "string" },
            "runs-on": { "type": "string" }, "container": { "type": "string" },
            "timeout-minutes": { "type": "integer", "minimum": 1 },
            "strategy": { "type": "object", "required": ["matrix"],
              "properties": { "fail-fast": { "type": "boolean" },
                "matrix": { "type": "object",
                  "additionalProperties": { "type": "array", "minItems": 1 } } },
              "additionalProperties": false },
            "steps": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/step" } } },
          "additionalProperties": false },
        "step": { "type": "object",
          "oneOf": [ { "required": ["uses"] }, { "required": ["run"] } ],
          "properties": {
            "name": { "type": "string" }, "if": { "type": "string" },
            "uses": { "type": "string", "pattern": "^[a-z-]+/[a-z-]+@v[0-9]+$" },
            "with": { "type": "object",
              "additionalProperties": { "type": ["string", "integer", "boolean"] } },
            "run": { "type": "string" }, "env": { "$ref": "#/$defs/env" } },
          "dependentRequired": { "with": ["uses"], "env": ["run"] },
          "additionalProperties": false } } }
    """#

  static let gitlab = #"""
    { "type": "object", "required": ["stages"],
      "properties": {
        "stages": { "$ref": "#/$defs/words" },
        "variables": { "type": "object", "additionalProperties": { "type": "string" } } },
      "additionalProperties": { "$ref": "#/$defs/job" },
      "$defs": {
        "words": { "type": "array", "minItems": 1, "items": { "type": "string" } },
        "job": { "type": "object", "required": ["stage", "image", "script"],
          "properties": {
            "stage": { "type": "string" }, "image": { "type": "string" },
            "script": { "$ref": "#/$defs/words" }, "needs": { "$ref": "#/$defs/words" },
            "parallel": { "type": "integer", "minimum": 2, "maximum": 200 },
            "when": { "enum": ["always", "on_success", "on_failure", "manual"] },
            "artifacts": { "type": "object", "required": ["paths"],
              "properties": {
                "when": { "enum": ["always", "on_success", "on_failure"] },
                "paths": { "$ref": "#/$defs/words" }, "expire_in": { "type": "string" },
                "reports": { "type": "object",
                  "properties": { "junit": { "type": "string" }, "codequality": { "type": "string" } },
                  "additionalProperties": false } },
              "additionalProperties": false } },
          "additionalProperties": false } } }
    """#

  static let kubernetes = #"""
    { "type": "object", "required": ["apiVersion", "kind", "metadata", "spec"],
      "properties": {
        "apiVersion": { "type": "string" }, "kind": { "enum": ["Job", "PersistentVolumeClaim"] },
        "metadata": { "type": "object", "required": ["name"],
          "properties": { "name": { "$ref": "#/$defs/name" } }, "additionalProperties": false } },
      "if": { "properties": { "kind": { "const": "Job" } } },
      "then": { "properties": { "apiVersion": { "const": "batch/v1" },
        "spec": { "$ref": "#/$defs/job" } } },
      "else": { "properties": { "apiVersion": { "const": "v1" },
        "spec": { "required": ["accessModes", "resources"] } } },
      "$defs": {
        "name": { "type": "string", "pattern": "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" },
        "words": { "type": "array", "minItems": 1, "items": { "type": "string" } },
        "job": { "type": "object", "required": ["template", "activeDeadlineSeconds"],
          "properties": {
            "completionMode": { "enum": ["Indexed", "NonIndexed"] },
            "completions": { "type": "integer", "minimum": 1 },
            "parallelism": { "type": "integer", "minimum": 1 },
            "backoffLimit": { "type": "integer" }, "backoffLimitPerIndex": { "type": "integer" },
            "activeDeadlineSeconds": { "type": "integer" },
            "ttlSecondsAfterFinished": { "type": "integer" },
            "template": { "type": "object", "required": ["spec"],
              "properties": { "spec": { "$ref": "#/$defs/pod" } }, "additionalProperties": false } },
          "additionalProperties": false },
        "pod": { "type": "object", "required": ["containers", "restartPolicy"],
          "properties": {
            "restartPolicy": { "enum": ["Never", "OnFailure"] },
            "securityContext": { "type": "object" },
            "containers": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/container" } },
            "volumes": { "type": "array", "items": { "type": "object", "required": ["name"],
              "properties": { "name": { "$ref": "#/$defs/name" } } } } },
          "additionalProperties": false },
        "container": { "type": "object", "required": ["name", "image", "command", "args"],
          "properties": {
            "name": { "$ref": "#/$defs/name" }, "image": { "type": "string" },
            "command": { "$ref": "#/$defs/words" }, "args": { "$ref": "#/$defs/words" },
            "env": { "type": "array", "items": { "type": "object", "required": ["name"],
              "oneOf": [ { "required": ["value"] }, { "required": ["valueFrom"] } ],
              "properties": { "name": { "type": "string" }, "value": { "type": "string" },
                "valueFrom": { "type": "object" } }, "additionalProperties": false } },
            "resources": { "type": "object" }, "securityContext": { "type": "object" },
            "volumeMounts": { "type": "array", "items": { "type": "object",
              "required": ["name", "mountPath"],
              "properties": { "name": { "$ref": "#/$defs/name" },
                "mountPath": { "type": "string", "pattern": "^/" },
                "readOnly": { "type": "boolean" } },
              "additionalProperties": false } } },
          "additionalProperties": false } } }
    """#
}
