// ConformanceTesting
