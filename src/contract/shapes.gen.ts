// Generated from the zod shapes by `npm run generate`; do not edit.
import type { Schema } from './schema.ts';

export const schemas = {
  admissionInput: {
  "type": "object",
  "properties": {
    "manifest": {
      "type": "object",
      "properties": {
        "base": {
          "type": "string"
        },
        "head": {
          "type": "string"
        },
        "diffSha256": {
          "type": "string"
        },
        "changedFiles": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "repository": {
          "type": "string"
        },
        "pullRequest": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "generatedFiles": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[\\s\\S]{0,256}$",
            "description": "a glob of at most 256 characters"
          }
        }
      },
      "required": [
        "base",
        "head",
        "diffSha256",
        "changedFiles"
      ],
      "additionalProperties": false
    },
    "observed": {
      "type": "object",
      "properties": {
        "head": {
          "type": "string"
        },
        "diffSha256": {
          "type": "string"
        },
        "changedFiles": {
          "type": "array",
          "items": {
            "type": "string"
          }
        }
      },
      "required": [
        "head",
        "diffSha256"
      ],
      "additionalProperties": false
    }
  },
  "required": [
    "manifest",
    "observed"
  ],
  "additionalProperties": false
},
  assignment: {
  "type": "object",
  "properties": {
    "changedFiles": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "workers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "role": {
            "type": "string"
          },
          "question": {
            "type": "string",
            "pattern": "\\S",
            "description": "a string that is not blank"
          },
          "files": {
            "minItems": 1,
            "type": "array",
            "items": {
              "type": "string"
            },
            "uniqueItems": true
          },
          "access": {
            "type": "string",
            "enum": [
              "read-only",
              "write"
            ]
          }
        },
        "required": [
          "role",
          "question",
          "files",
          "access"
        ],
        "additionalProperties": false
      }
    },
    "corroborations": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "file": {
            "type": "string"
          },
          "roles": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "reason": {
            "type": "string"
          }
        },
        "required": [
          "file",
          "roles",
          "reason"
        ],
        "additionalProperties": false
      }
    },
    "generatedFiles": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^[\\s\\S]{0,256}$",
        "description": "a glob of at most 256 characters"
      }
    }
  },
  "required": [
    "changedFiles",
    "workers"
  ],
  "additionalProperties": false
},
  findingInput: {
  "type": "object",
  "properties": {
    "finding": {
      "type": "object",
      "properties": {
        "role": {
          "type": "string"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "number"
        },
        "severity": {
          "type": "string"
        },
        "evidence": {
          "type": "string"
        },
        "action": {
          "type": "string"
        }
      },
      "required": [
        "role",
        "file",
        "line",
        "severity",
        "evidence",
        "action"
      ],
      "additionalProperties": false
    },
    "changedFiles": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "lineCounts": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {
        "type": "number",
        "minimum": 1,
        "multipleOf": 1,
        "description": "an integer from 1"
      }
    }
  },
  "required": [
    "finding"
  ],
  "additionalProperties": false
},
  finding: {
  "type": "object",
  "properties": {
    "role": {
      "type": "string"
    },
    "file": {
      "type": "string"
    },
    "line": {
      "type": "number"
    },
    "severity": {
      "type": "string"
    },
    "evidence": {
      "type": "string"
    },
    "action": {
      "type": "string"
    }
  },
  "required": [
    "role",
    "file",
    "line",
    "severity",
    "evidence",
    "action"
  ],
  "additionalProperties": false
},
  aggregationInput: {
  "type": "object",
  "properties": {
    "manifest": {},
    "observed": {},
    "assignment": {},
    "packets": {
      "type": "array",
      "items": {}
    },
    "lineCounts": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {
        "type": "number",
        "minimum": 1,
        "multipleOf": 1,
        "description": "an integer from 1"
      }
    }
  },
  "required": [
    "packets"
  ],
  "additionalProperties": false
},
  packet: {
  "type": "object",
  "properties": {
    "role": {
      "type": "string"
    },
    "head": {
      "type": "string"
    },
    "diffSha256": {
      "type": "string"
    },
    "filesReviewed": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "findings": {
      "type": "array",
      "items": {}
    },
    "limitations": {
      "type": "array",
      "items": {
        "type": "string"
      }
    }
  },
  "required": [
    "role",
    "head",
    "diffSha256",
    "filesReviewed",
    "findings",
    "limitations"
  ],
  "additionalProperties": false
},
  permissionInput: {
  "type": "object",
  "properties": {
    "openThreads": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "depth": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "tools": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "interactive": {
      "type": "boolean"
    }
  },
  "required": [
    "openThreads",
    "depth",
    "tools"
  ],
  "additionalProperties": false
},
  evidenceCall: {
  "type": "object",
  "properties": {
    "caller": {
      "type": "string"
    },
    "arguments": {}
  },
  "required": [
    "caller",
    "arguments"
  ],
  "additionalProperties": false
},
  itemPage: {
  "type": "object",
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "turnId": {
            "type": "string"
          },
          "item": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "type": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "type"
            ],
            "additionalProperties": {}
          }
        },
        "required": [
          "turnId",
          "item"
        ],
        "additionalProperties": {}
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ]
    },
    "gap": {
      "type": "boolean"
    }
  },
  "required": [
    "data",
    "nextCursor"
  ],
  "additionalProperties": {}
},
  threadRecord: {
  "anyOf": [
    {
      "type": "object",
      "properties": {
        "threadRole": {
          "type": [
            "string",
            "null"
          ]
        },
        "spawnedBy": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "threadId": {
                "type": "string"
              },
              "turnId": {
                "type": "string"
              }
            },
            "required": [
              "threadId",
              "turnId"
            ],
            "additionalProperties": {}
          }
        }
      },
      "required": [
        "threadRole",
        "spawnedBy"
      ],
      "additionalProperties": {}
    },
    {
      "type": "null"
    }
  ]
},
  contract: {
  "type": "object",
  "properties": {
    "$schema": {
      "type": "string"
    },
    "name": {
      "type": "string",
      "pattern": "\\S",
      "description": "a string that is not blank"
    },
    "version": {
      "type": "number",
      "const": 1
    },
    "roles": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "pattern": "\\S",
        "description": "a string that is not blank"
      },
      "additionalProperties": {
        "type": "object",
        "properties": {
          "question": {
            "type": "string",
            "pattern": "\\S",
            "description": "a string that is not blank"
          }
        },
        "required": [
          "question"
        ],
        "additionalProperties": false
      },
      "minProperties": 1
    },
    "severities": {
      "minItems": 1,
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "\\S",
        "description": "a string that is not blank"
      },
      "uniqueItems": true
    },
    "limits": {
      "type": "object",
      "properties": {
        "openThreads": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "depth": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        }
      },
      "required": [
        "openThreads",
        "depth"
      ],
      "additionalProperties": false
    },
    "manifest": {
      "type": "object",
      "properties": {
        "minCommitIdLength": {
          "type": "integer",
          "minimum": 4,
          "maximum": 64
        }
      },
      "required": [
        "minCommitIdLength"
      ],
      "additionalProperties": false
    },
    "findings": {
      "type": "object",
      "properties": {
        "scope": {
          "type": "string",
          "enum": [
            "changed-files",
            "repository"
          ]
        },
        "perPacket": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "textBytes": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        }
      },
      "required": [
        "scope",
        "perPacket",
        "textBytes"
      ],
      "additionalProperties": false
    },
    "tools": {
      "type": "object",
      "properties": {
        "read": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "\\S",
            "description": "a string that is not blank"
          },
          "uniqueItems": true
        },
        "approval": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "\\S",
            "description": "a string that is not blank"
          },
          "uniqueItems": true
        }
      },
      "required": [
        "read",
        "approval"
      ],
      "additionalProperties": false
    },
    "evidence": {
      "type": "object",
      "properties": {
        "threadRoles": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "\\S",
            "description": "a string that is not blank"
          },
          "uniqueItems": true
        },
        "maxItems": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "maxBytes": {
          "type": "integer",
          "minimum": 4096,
          "maximum": 9007199254740991
        }
      },
      "required": [
        "threadRoles",
        "maxItems",
        "maxBytes"
      ],
      "additionalProperties": false
    }
  },
  "required": [
    "name",
    "version",
    "roles",
    "severities",
    "limits",
    "manifest",
    "findings",
    "tools",
    "evidence"
  ],
  "additionalProperties": false
},
} as const satisfies Record<string, Schema>;
